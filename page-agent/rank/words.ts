/**
 * What page links are called. One row a language, or several that are seldom met; one column a meaning; phrases are parted
 * by commas and compared after `fold`, so accents and case do not matter. `vorig[e/er] seite` is two phrases. A phrase that
 * an earlier row has in the same column is not said again. Words for a page or for its entries and small words (`fillers`)
 * are taken out of a label before it is looked up: "go to the next page" is looked up as "next".
 */

export type Step = 'previous' | 'next' | 'first' | 'last' | 'more'

/**
 * How much a step label says by itself: `clear` names pages or entries ("next page"), `plain` is the bare word ("next"),
 * `symbol` an arrow or an icon, `vague` a word with other common meanings ("continue").
 */
export type Strength = 'clear' | 'plain' | 'symbol' | 'vague'

export interface StepEntry {
  step: Step
  strength: Strength
  /** Speaks of age, not of direction: which way it leads is for the URL to say. */
  relative: boolean
}

const column = (step: Step, strength: Strength, relative = false): StepEntry => ({ step, strength, relative })

/** The first columns. After them: what a page is called, what is listed on one (in the plural), and fillers. */
export const STEP_COLUMNS: readonly StepEntry[] = [
  column('next', 'plain'),
  column('previous', 'plain'),
  column('first', 'plain'),
  column('last', 'plain'),
  // Asks for more entries on the same page.
  column('more', 'clear'),
  // Deeper into a listing that begins with the newest entries, and back; these need a noun or other evidence beside them.
  column('next', 'vague', true),
  column('previous', 'vague', true),
  // Words that also mean other things (back, continue, start …): they count beside other evidence only.
  column('next', 'vague'),
  column('previous', 'vague'),
  column('first', 'vague'),
  column('last', 'vague'),
  column('more', 'vague'),
]

/** Text keeps the table small: the page agent is sent to every page. */
const TABLE = `
en|next,nxt|prev[/ious]|first|last|[load/show/view/see] more,more [results/posts],[load/show] next|older|newer|continue[/d],forward[/s]|back[/ward]|start,beginning|end,final|more|page[/s],pg,p|[post/result/article/item/record/comment/review/message/product/event/job/topic/photo/video/listing]s,matches,entries,stories|the,to,go,goto,jump,of,a,this,on,current[/ly],you,re,are,is,your,active,selected,navigate,visit,view,no,number,search,chapter,section,lesson,icon,button,btn,image,gif,png,svg
de|nächste[/r/s/n],folgende[/r]|vorherige[/r/s/n],vorhergehende,vorige[/r]|erste[/r/n]|letzte[/r/n]|[mehr/weitere] [laden/anzeigen/ergebnisse]|ältere|neuere|weiter,vor,vorwärts|zurück,rückwärts|anfang|ende|mehr,weitere|seite[/n]|beiträge,einträge,ergebnisse,treffer|zur,zu,die,der,von,gehe[/n],auf,aktuelle,ihre,kapitel,abschnitt
fr|suivant[/e/s/es],prochaine,suiv|précédent[/e/s/es],préc|premi[er/ère]|derni[er/ère]|[charger/voir/afficher] plus,plus de,[charger/afficher] davantage|plus ancien[/ne]s,anciens|plus récent[/e]s,récents|suite|retour|début|fin|||résultats,billets,annonces|la,le,les,l,d,aller,de,sur,vers,actuelle,chapitre
es|siguiente[/s],próxim[a/o/as],sig|anterior[/es],previ[a/o],ant|primer[a/o]|últim[a/o]|[cargar/ver/mostrar] más,más [resultados/entradas]|[/más ]antiguas|[/más ]recientes|adelante,continuar|atrás,volver|inicio,principio||más|pág[/ina/inas]|entradas,resultados,artículos|ir,el,actual,capítulo
pt|próximos,seguinte[/s]||primeir[a/o]||[carregar/ver/mostrar] mais,mais resultados|mais antig[a/o]s,antigas|[/mais ]recentes|avançar|voltar,recuar||fim|mais||postagens,artigos|para,atual
it|successiv[a/o/i/e],prossim[a/o],seguent[e/i],succ|precedenti|prim[a/o]||[carica/mostra] [altri/altro/di più],vedi altri,altri risultati|più vecchi,meno recenti|più recenti,più nuovi|avanti,continua|indietro|inizio|fine|altr[i/o]|pagine|risultati,articoli|vai,alla,di,corrente,capitolo
nl|volgende||eerste|laatste|meer [laden/tonen/resultaten/weergeven],[laad/toon] meer|oudere|nieuwere|verder|terug|begin|einde|meer||berichten,resultaten,artikelen|naar,ga,van,huidige
pl|następn[a/e/y/ej],kolejna|poprzedni[/a/e/ej]|pierwsz[a/y]|ostatni[/a]|[załaduj/pokaż/wczytaj] więcej,więcej wyników|starsze|nowsze|dalej|wstecz|początek|koniec|więcej|stron[/a/y/ę]|wpisy,wyniki,posty|do,z,idź,przejdź,bieżąca
cs|další,následující|před[chozí/ešlá/cházející]|první|poslední|[načíst/zobrazit] [další/více]|starší|novější|vpřed|zpět|začátek|konec|více|stránk[a/u/y],stran[a/y]|výsledky,články|na,přejít,aktuální
sk|ďalši[a/e],nasledujúc[a/e]|predchádzajúc[a/e],predošlá|prvá|posledná|[načítať/zobraziť] ďalšie,zobraziť viac
hr|sljedeć[a/i/e],sledeć[a/i],следећа|prethodn[a/i/e],претходна|prvi,прва|zadnja,posljednja,poslednja,последња|[učitaj/prikaži] [više/još]||||||||stranic[a/u],страна
hu|következő|előző|első|utolsó|[több/továbbiak] betöltése,több megjelenítése|régebbi|újabb|tovább|vissza||||oldal[/ra],lap|bejegyzések,találatok|ugrás,az
ro|următo[area/are/rul/r/arele],înainte|precedent[a/ul],anterioara,anteriorul|primul|ultimul|[încarcă/afișează/vezi] mai multe||||înapoi||||paginii|rezultate,articole
sv|nästa|föregående|första|sista|[visa/ladda] [fler/mer],fler resultat|äldre|nyare|framåt|tillbaka,bakåt||||sida[/n]|träffar,resultat|till,av
da|næste,neste|forrige|første|sidste,siste|[vis/indlæs/hent/last inn] flere,vis mer[/e]|ældre,eldre|nyere|frem|tilbage,tilbake||||side[/n]|resultater|til,af
fi|seuraava[/t]|edellinen,edelliset|ensimmäinen|viimeinen|[näytä/lataa] lisää|vanhemmat|uudemmat||||||sivu[/lle/t]|tulokset|siirry
el|επόμεν[η/ο/α/ες]|προηγούμεν[η/ο/α/ες]|πρώτ[η/ο]|τελευταί[α/ο]|[φόρτωση/εμφάνιση] περισσότερων,δείτε περισσότερα|παλαιότερ[α/ες]|νεότερ[α/ες]||πίσω|||περισσότερα|σελίδ[α/ες]|αναρτήσεις,αποτελέσματα,άρθρα|από,στη
ru|следующ[ая/ие/ий/ую],след|предыдущ[ая/ие/ий/ую],пред[/ыд]|перв[ая/ый/ую]|последн[яя/ий/юю]|[показать/загрузить] [ещё/больше],ещё результаты|[/более ]старые|[/более ]новые|вперёд,далее,дальше|назад|[/в ]начало|[/в ]конец|ещё|страниц[/а/ы/у],стр|записи,результаты,статьи,сообщения|на,к,из,перейти,текущая,глава
uk|наступн[а/і/ий/у]|попередн[я/і/ій/ю]|перш[а/ий]|останн[я/ій]|[показати/завантажити] [ще/більше]|старіші|новіші|далі||||ще|сторінк[а/и/у]|результати|до,з
bg|следващ[а/и/о]|предишн[а/и/о]|първа|последна|[покажи/зареди] още|по-стари|по-нови|напред||||||публикации,резултати
tr|[/bir ]sonraki|[/bir ]önceki|ilk|son|daha fazla[/ göster/ yükle/sını göster],devamını yükle|[/daha ]eski|[/daha ]yeni|ileri|geri||||sayfa[/ya/sı]|kayıtlar,sonuçlar,yayınlar|git
ar|التالي[/ة],القادمة|السابق[/ة]|الأول[/ى]|الأخير[/ة]|[تحميل/عرض/شاهد] المزيد,المزيد من|[/ال]أقدم|[/ال]أحدث||رجوع,عودة|||المزيد|[/ال]صفحة|النتائج,المقالات,[/ال]مشاركات|إلى,من,انتقل,اذهب
fa|بعدی,صفحه بعد|قبلی,صفحه قبل|اولین,نخست|آخرین|[بارگذاری/نمایش/مشاهده] بیشتر|قدیمی تر|جدیدتر|بعد|قبل|||بیشتر|صفحه
he|הבא[/ה]|הקוד[ם/מת]|[/ה]ראשו[ן/נה]|[/ה]אחרו[ן/נה]|[טען/הצג] עוד,עוד תוצאות|ישנות יותר|חדשות יותר|המשך|חזרה|||עוד|[/ה/ל]עמוד,[/ה/ל]דף|רשומות
hi|अगला|पिछला|पहला|अंतिम,आखिरी|और [देखें/दिखाएं],[और/अधिक] लोड करें|पुराने|नए||||||पृष्ठ,पेज|परिणाम,पोस्ट
id|berikutnya,selanjutnya,seterusnya|sebelumnya|pertama|terakhir|[muat/lihat/tampilkan] lebih banyak,muat lagi,lihat lainnya|lebih lama|lebih baru|lanjut|kembali|||lainnya|halaman,laman,hal|hasil|ke
vi|tiếp[/ theo],kế tiếp,trang sau|trang trước,trước đó|trang đầu,đầu tiên|trang cuối,cuối cùng|[tải/xem/hiển thị] thêm|cũ hơn|mới hơn|sau|trước|đầu|cuối||trang|kết quả
th|[/หน้า][ถัด/ต่อ]ไป|[/หน้า]ก่อนหน้า,หน้า[ก่อน/ที่แล้ว]|แรก[/สุด]|[/หน้า]สุดท้าย|โหลดเพิ่ม[/เติม],แสดงเพิ่มเติม|เก่ากว่า|ใหม่กว่า||ย้อนกลับ|หน้าแรก||ดูเพิ่มเติม|หน้า[/ที่]
zh|下一[/个],后一,後一,翻下|上一[/个],前一,翻上|第一[/頁],最前|最[后/後][/一],最末,末一|[加载/載入/点击加载/點擊載入/查看/显示/顯示]更多,更多结果|较[旧/早]的,較[舊/早]的|较新的,較新的|下,后,後|上,前|首|末,尾|更多|页,頁|条,條,文章,博文,日志,日誌
ja|次[/の/へ/のへ/を見る/を表示],つぎへ|前[/の/へ/のへ/を見る/を表示],まえへ|最初[/の/へ/のへ],先頭[/へ/の]|最後[の/へ/のへ],最終[/へ]|もっと[見る/表示/読み込む],さらに[表示/読み込む/見る]|[古い/過去の]記事|新しい記事||戻る||||ページ|件,投稿,記事|目,へ,を表示,第
sl|naslednj[a/i],kitas,nākamā,järgmine,següent,tjetra,følgende,hurrengoa,следна|prejšnj[a/i],ankstesnis,iepriekšējā,eelmine,mëparshme,aurrekoa
ka|შემდეგი,հաջորդ,növbəti,келесі,keyingi,اگلا,পরবর্তী,அடுத்த,susunod,ifuatayo|წინა,նախորդ,əvvəlki,алдыңғы,oldingi,پچھلا,পূর্ববর্তী,முந்தைய,nakaraan,iliyotangulia,sebelum
ko|다음[/으로]|이전[/으로]|[/맨]처음,첫,처음으로|마지막[/으로],맨[끝/뒤/마지막]|[더/더 /결과 더]보기,더 [불러오기/많은 결과]||||뒤로||끝||페이지,쪽||로,으로,목록,이동,개,개씩,글
`

/** `vorig[e/er] seite` spelled out: one phrase for each choice. */
function spellOut(phrase: string): string[] {
  const open = phrase.indexOf('[')
  if (open < 0) return [phrase]
  const close = phrase.indexOf(']', open)
  const stem = phrase.slice(0, open)
  const ends = spellOut(phrase.slice(close + 1))
  const choices = phrase.slice(open + 1, close).split('/')
  return choices.flatMap((choice) => ends.map((end) => stem + choice + end))
}

export const phrasesOf = (cell: string): string[] => (cell ? cell.split(',').flatMap(spellOut) : [])

/** Each begins with the language. */
export const ROWS: readonly string[][] = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|'))

/** Names of icons, as fonts with ligatures write them into the text and as class tokens carry them. */
export const ICON_WORDS: Readonly<Partial<Record<Step, string>>> = {
  next: '[arrow/chevron/angle/caret] right,[right/next] arrow,right chevron,navigate next,arrow forward[/ ios],keyboard arrow right,arrow next,right',
  previous:
    '[arrow/chevron/angle/caret] left,[left/prev] arrow,left chevron,navigate before,arrow back[/ ios],keyboard arrow left,arrow prev,left',
  first: '[/keyboard ]double arrow left,[angle/chevron] double left,skip previous',
  last: '[/keyboard ]double arrow right,[angle/chevron] double right,skip next',
}

/** Case, width, accents and vowel marks away, so that tables and labels meet on the same ground. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
}
