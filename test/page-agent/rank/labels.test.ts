import { describe, expect, it } from 'vitest'
import { readLabel } from '../../../page-agent/rank/labels.ts'
import { vocabulary, words } from '../../../page-agent/rank/lexicon.ts'
import { phrasesOf, ROWS } from '../../../page-agent/rank/words.ts'

/** As a line: `next clear`, `number 3`, `gap`, or `-`. */
function read(name: string): string {
  const label = readLabel(name)
  if (!label) return '-'
  if (label.kind === 'number') return `number ${label.value}`
  return label.kind === 'step' ? `${label.step} ${label.strength}` : label.kind
}

describe('readLabel', () => {
  it.each([
    ['2', 'number 2'],
    ['[3]', 'number 3'],
    ['· 4 ·', 'number 4'],
    ['1,097', 'number 1097'],
    ['1.097', 'number 1097'],
    ['1 097', 'number 1097'],
    ['٢', 'number 2'],
    ['۱۲', 'number 12'],
    ['२', 'number 2'],
    ['３', 'number 3'],
    ['Page 2', 'number 2'],
    ['Go to page 3', 'number 3'],
    ['page 2 of 10', 'number 2'],
    ['p. 7', 'number 7'],
    ['Seite 3', 'number 3'],
    ['Aller à la page 4', 'number 4'],
    ['第2页', 'number 2'],
    ['2ページ目', 'number 2'],
    ['3페이지', 'number 3'],
    ['صفحة ٣', 'number 3'],
    ['21-40', 'number 2'],
    ['1 – 50', 'number 1'],
    ['…', 'gap'],
    ['...', 'gap'],
  ])('reads %s as %s', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    ['', '-'],
    ['3.5', '-'],
    ['+5', '-'],
    ['$5', '-'],
    ['3-2', '-'],
    ['20-49', '-'],
    ['12 comments', '-'],
    ['3 days', '-'],
    ['Next Post', '-'],
    ['Next week', '-'],
    ['Previous month', '-'],
    ['Next slide', '-'],
    ['Read more', '-'],
    ['Start page', 'first vague'],
    ['首页', 'first vague'],
    ['上一篇', '-'],
    ['A name that begins with next and goes on for too long to be a label', '-'],
  ])('reads %s as %s', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    ['»', 'next symbol'],
    ['‹', 'previous symbol'],
    ['>>', 'next symbol'],
    ['>|', 'last symbol'],
    ['|«', 'first symbol'],
    ['⏭', 'last symbol'],
    ['▶\uFE0F', 'next symbol'],
    ['chevron_right', 'next symbol'],
    ['keyboard_arrow_left', 'previous symbol'],
    ['< >', '-'],
  ])('reads %s as %s', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    ['Next', 'next plain'],
    ['NEXT »', 'next plain'],
    ['next_page', 'next clear'],
    ['Go to the next page', 'next clear'],
    ['Next 20', 'next clear'],
    ['NextNext', 'next plain'],
    ['<< Older Posts', 'next clear'],
    ['Older', 'next vague'],
    ['continued', 'next vague'],
    ['Load more', 'more clear'],
    ['Load more results', 'more clear'],
    ['20 more', 'more vague'],
  ])('reads %s as %s', (name, expected) => expect(read(name)).toBe(expected))

  /** One line a language: how its sites write the steps. */
  it.each([
    ['de', 'nächste Seite', 'Vorherige', 'Erste Seite', 'Letzte »', 'Mehr laden'],
    ['fr', 'Page suivante', 'Précédent', 'Première page', 'Dernière', 'Voir plus'],
    ['es', 'Siguiente', 'Página anterior', 'Primera', 'Última »', 'Cargar más'],
    ['pt', 'Próxima página', 'Anterior', 'Primeira', 'Última', 'Carregar mais'],
    ['it', 'Pagina successiva »', 'Precedente', '« Prima', 'Ultima »', 'Carica altri'],
    ['nl', 'Volgende pagina', 'Vorige', 'Eerste', 'Laatste', 'Meer laden'],
    ['pl', 'Następna', 'Poprzednia strona', 'Pierwsza', 'Ostatnia', 'Pokaż więcej'],
    ['cs', 'Další stránka', 'Předchozí', 'První', 'Poslední', 'Načíst další'],
    ['sk', 'Ďalšia strana', 'Predchádzajúca', 'Prvá', 'Posledná', 'Zobraziť viac'],
    ['hr', 'Sljedeća stranica', 'Prethodna', 'Prva', 'Posljednja', 'Prikaži više'],
    ['hu', 'Következő oldal', 'Előző', 'Első', 'Utolsó', 'Több betöltése'],
    ['ro', 'Pagina următoare', 'Precedenta', 'Primul', 'Ultimul', 'Încarcă mai multe'],
    ['sv', 'Nästa sida', 'Föregående', 'Första', 'Sista', 'Visa fler'],
    ['da', 'Næste side', 'Forrige', 'Første', 'Sidste', 'Vis flere'],
    ['no', 'Neste side', 'Forrige', 'Første', 'Siste', 'Last inn flere'],
    ['fi', 'Seuraava sivu', 'Edellinen', 'Ensimmäinen', 'Viimeinen', 'Näytä lisää'],
    ['el', 'Επόμενη σελίδα', 'Προηγούμενη', 'Πρώτη', 'Τελευταία', 'Δείτε περισσότερα'],
    ['ru', 'Следующая страница', 'Предыдущая', 'Первая', 'Последняя', 'Показать ещё'],
    ['uk', 'Наступна сторінка', 'Попередня', 'Перша', 'Остання', 'Показати ще'],
    ['bg', 'Следваща страница', 'Предишна', 'Първа', 'Последна', 'Покажи още'],
    ['tr', 'Sonraki sayfa', 'Önceki', 'İlk', 'Son', 'Daha fazla göster'],
    ['ar', 'الصفحة التالية', 'السابق', 'الأولى', 'الأخيرة', 'تحميل المزيد'],
    ['fa', 'صفحه بعدی', 'قبلی', 'اولین', 'آخرین', 'نمایش بیشتر'],
    ['he', 'העמוד הבא', 'הקודם', 'ראשון', 'אחרון', 'טען עוד'],
    ['hi', 'अगला पृष्ठ', 'पिछला', 'पहला', 'अंतिम', 'और देखें'],
    ['id', 'Halaman berikutnya', 'Sebelumnya', 'Pertama', 'Terakhir', 'Muat lebih banyak'],
    ['vi', 'Trang sau', 'Trang trước', 'Trang đầu', 'Trang cuối', 'Tải thêm'],
    ['th', 'หน้าถัดไป', 'ก่อนหน้า', 'แรก', 'สุดท้าย', 'โหลดเพิ่มเติม'],
    ['zh', '下一页', '上一頁', '第一页', '最后一页', '加载更多'],
    ['ja', '次のページへ', '前へ', '最初のページ', '最後へ', 'もっと見る'],
    ['ko', '다음 페이지', '이전', '처음', '마지막', '더보기'],
  ])('speaks %s', (_language, ...names) => {
    expect(names.map((name) => read(name).split(' ')[0])).toEqual(['next', 'previous', 'first', 'last', 'more'])
    expect(names.map((name) => read(name).split(' ')[1])).not.toContain('vague')
  })

  it('has a row for every language it is held to, and reads each row back', () => {
    for (const [language, ...cells] of ROWS) {
      for (const phrase of cells.slice(0, 4).flatMap(phrasesOf)) {
        expect(`${language} ${phrase}: ${read(phrase)}`).not.toMatch(/-$|gap/)
      }
    }
  })

  it('turns most names away at their first word', () => {
    const asked: string[] = []
    const accept = (word: string) => {
      asked.push(word)
      return vocabulary.has(word)
    }
    expect(words('Brass lamp for the next page', accept)).toBeUndefined()
    expect(asked).toEqual(['brass'])
  })
})
