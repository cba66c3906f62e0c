/**
 * What page links are called. One row a language, one column a meaning; phrases are separated by commas and compared after
 * `fold`, so accents and case do not matter. Words for a page or for its entries and small words (`fillers`) are
 * taken out of a label before it is looked up: "go to the next page" is looked up as "next".
 */

export type Step = 'previous' | 'next' | 'first' | 'last' | 'more'

const COLUMNS = [
  'next',
  'previous',
  'first',
  'last',
  /** Asks for more entries on the same page. */
  'more',
  /** Deeper into a listing that begins with the newest entries, and back; these need a noun or other evidence beside them. */
  'older',
  'newer',
  /** Words that also mean other things (back, continue, start …): they count beside other evidence only. */
  'vague next',
  'vague previous',
  'vague first',
  'vague last',
  'vague more',
  /** What a page is called. */
  'page',
  /** What is listed on a page, in the plural. */
  'entries',
  'fillers',
] as const

export type StepWords = Readonly<Record<(typeof COLUMNS)[number], readonly string[]>>

/** Text keeps the table small: the page agent is sent to every page. */
const TABLE = `
en|next,nxt|previous,prev|first|last|load more,show more,view more,see more,more results,more posts,load next,show next|older|newer|continue,continued,forward,forwards|back,backward|start,beginning|end,final|more|page,pages,pg,p|posts,entries,results,articles,items,records,comments,reviews,messages,products,stories|the,to,go,goto,jump,of,a,this,on,current,currently,you,re,are,is,your,active,selected,navigate,visit,view,no,number,search,icon,button,btn,image,gif,png,svg
de|nächste,nächster,nächstes,nächsten,folgende,folgender|vorherige,vorheriger,vorheriges,vorherigen,vorhergehende,vorige,voriger|erste,erster,ersten|letzte,letzter,letzten|mehr laden,mehr anzeigen,weitere laden,weitere anzeigen,weitere ergebnisse,mehr ergebnisse|ältere|neuere|weiter,vor,vorwärts|zurück,rückwärts|anfang|ende|mehr,weitere|seite,seiten|beiträge,einträge,ergebnisse,treffer,posts|zur,zu,die,der,von,gehe,gehen,auf,aktuelle,ihre
fr|suivant,suivante,suivants,suivantes,prochaine,suiv|précédent,précédente,précédents,précédentes,préc|premier,première|dernier,dernière|charger plus,voir plus,afficher plus,plus de,charger davantage,afficher davantage|plus anciens,plus anciennes,anciens|plus récents,plus récentes,récents|suite|retour|début|fin||page,pages|articles,résultats,billets,annonces,messages|la,le,les,à,l,aller,de,sur,vers,actuelle
es|siguiente,siguientes,próxima,próximo,próximas,sig|anterior,anteriores,previa,previo,ant|primera,primero|última,último|cargar más,ver más,mostrar más,más resultados,más entradas|antiguas,más antiguas|recientes,más recientes|adelante,continuar|atrás,volver|inicio,principio|final,fin|más|página,páginas,pág|entradas,resultados,artículos|ir,a,la,el,de,actual
pt|próxima,próximo,próximas,próximos,seguinte,seguintes|anterior,anteriores|primeira,primeiro|última,último|carregar mais,ver mais,mostrar mais,mais resultados|mais antigas,mais antigos,antigas|mais recentes,recentes|avançar,continuar|voltar,recuar|início|fim|mais|página,páginas|postagens,resultados,artigos|ir,para,a,atual
it|successiva,successivo,successivi,successive,prossima,prossimo,seguente,seguenti,succ|precedente,precedenti,prec|prima,primo|ultima,ultimo|carica altri,carica altro,mostra altri,mostra altro,mostra di più,carica di più,vedi altri,altri risultati|più vecchi,meno recenti|più recenti,più nuovi|avanti,continua|indietro|inizio|fine|altri,altro|pagina,pagine|risultati,articoli|vai,alla,la,di,corrente
nl|volgende|vorige|eerste|laatste|meer laden,laad meer,meer tonen,toon meer,meer resultaten,meer weergeven|oudere|nieuwere|verder|terug|begin|einde|meer|pagina,paginas|berichten,resultaten,artikelen|naar,de,ga,van,huidige
pl|następna,następne,następny,następnej,kolejna|poprzednia,poprzedni,poprzednie,poprzedniej|pierwsza,pierwszy|ostatnia,ostatni|załaduj więcej,pokaż więcej,wczytaj więcej,więcej wyników|starsze|nowsze|dalej|wstecz|początek|koniec|więcej|strona,strony,stron,stronę|wpisy,wyniki,posty|do,z,idź,przejdź,bieżąca
cs|další,následující|předchozí,předešlá,předcházející|první|poslední|načíst další,zobrazit další,načíst více,zobrazit více|starší|novější|vpřed|zpět|začátek|konec|více|stránka,stránku,strana,strany,stránky|výsledky,články|na,z,přejít,aktuální
sk|ďalšia,ďalší,ďalšie,nasledujúca,nasledujúce|predchádzajúca,predchádzajúce,predošlá|prvá|posledná|načítať ďalšie,zobraziť ďalšie,zobraziť viac||||||||stránka,strana,stránku
hr|sljedeća,sljedeći,sljedeće,sledeća,sledeći,следећа|prethodna,prethodni,prethodne,претходна|prva,prvi,прва|zadnja,posljednja,poslednja,последња|učitaj više,prikaži više,učitaj još,prikaži još||||||||stranica,stranicu,strana,страна
hu|következő|előző|első|utolsó|több betöltése,továbbiak betöltése,több megjelenítése|régebbi|újabb|tovább|vissza||||oldal,oldalra,lap|bejegyzések,találatok|ugrás,az
ro|următoarea,următoare,următorul,următor,următoarele,înainte|precedenta,precedentă,precedentul,anterioara,anteriorul,precedent|primul|ultimul|încarcă mai multe,afișează mai multe,vezi mai multe||||înapoi||||pagina,paginii|rezultate,articole
sv|nästa|föregående|första|sista|visa fler,ladda fler,visa mer,ladda mer,fler resultat|äldre|nyare|framåt|tillbaka,bakåt||||sida,sidan|träffar,resultat|till,gå,av
da|næste,neste|forrige|første|sidste,siste|vis flere,indlæs flere,hent flere,last inn flere,vis mer,vis mere|ældre,eldre|nyere|frem|tilbage,tilbake||||side,siden|resultater|til,gå,af
fi|seuraava,seuraavat|edellinen,edelliset|ensimmäinen|viimeinen|näytä lisää,lataa lisää|vanhemmat|uudemmat||||||sivu,sivulle,sivut|tulokset|siirry
el|επόμενη,επόμενο,επόμενα,επόμενες|προηγούμενη,προηγούμενο,προηγούμενα,προηγούμενες|πρώτη,πρώτο|τελευταία,τελευταίο|φόρτωση περισσότερων,εμφάνιση περισσότερων,δείτε περισσότερα|παλαιότερα,παλαιότερες|νεότερα,νεότερες||πίσω|||περισσότερα|σελίδα,σελίδες|αναρτήσεις,αποτελέσματα,άρθρα|από,στη
ru|следующая,следующие,следующий,следующую,след|предыдущая,предыдущие,предыдущий,предыдущую,пред,предыд|первая,первый,первую|последняя,последний,последнюю|показать ещё,показать больше,загрузить ещё,загрузить больше,ещё результаты|старые,более старые|новые,более новые|вперёд,далее,дальше|назад|в начало,начало|в конец,конец|ещё|страница,страницы,страницу,страниц,стр|записи,результаты,статьи,сообщения|на,к,из,перейти,текущая
uk|наступна,наступні,наступний,наступну|попередня,попередні,попередній,попередню|перша,перший|остання,останній|показати ще,показати більше,завантажити ще,завантажити більше|старіші|новіші|далі|назад|||ще|сторінка,сторінки,сторінку|записи,результати|на,до,з
bg|следваща,следващи,следващо|предишна,предишни,предишно|първа|последна|покажи още,зареди още|по-стари|по-нови|напред|||||страница|публикации,резултати
tr|sonraki,bir sonraki|önceki,bir önceki|ilk|son|daha fazla,daha fazla göster,daha fazla yükle,daha fazlasını göster,devamını yükle|eski,daha eski|yeni,daha yeni|ileri|geri||||sayfa,sayfaya,sayfası|kayıtlar,sonuçlar,yayınlar|git
ar|التالي,التالية,القادمة|السابق,السابقة|الأولى,الأول|الأخيرة,الأخير|تحميل المزيد,عرض المزيد,المزيد من,شاهد المزيد|الأقدم,أقدم|الأحدث,أحدث||رجوع,عودة|||المزيد|صفحة,الصفحة|النتائج,المقالات,مشاركات,المشاركات|إلى,من,انتقل,اذهب
fa|بعدی,صفحه بعد|قبلی,صفحه قبل|اولین,نخست|آخرین|بارگذاری بیشتر,نمایش بیشتر,مشاهده بیشتر|قدیمی تر|جدیدتر|بعد|قبل|||بیشتر|صفحه
he|הבא,הבאה|הקודם,הקודמת|הראשון,הראשונה,ראשון,ראשונה|האחרון,האחרונה,אחרון,אחרונה|טען עוד,הצג עוד,עוד תוצאות|ישנות יותר|חדשות יותר|המשך|חזרה|||עוד|עמוד,דף,הדף,העמוד,לעמוד|רשומות
hi|अगला,अगले,अगली|पिछला,पिछले,पिछली|पहला,पहले|अंतिम,आखिरी,आख़िरी|और देखें,और लोड करें,अधिक लोड करें,और दिखाएं|पुराने|नए||||||पृष्ठ,पेज|परिणाम,पोस्ट
id|berikutnya,selanjutnya,seterusnya|sebelumnya|pertama|terakhir|muat lebih banyak,muat lagi,lihat lebih banyak,tampilkan lebih banyak,lihat lainnya|lebih lama|lebih baru|lanjut|kembali|||lainnya|halaman,hal,laman|hasil|ke
vi|tiếp,tiếp theo,kế tiếp,trang sau|trang trước,trước đó|trang đầu,đầu tiên|trang cuối,cuối cùng|tải thêm,xem thêm,hiển thị thêm|cũ hơn|mới hơn|sau|trước|đầu|cuối||trang|kết quả
th|ถัดไป,หน้าถัดไป,หน้าต่อไป,ต่อไป|ก่อนหน้า,หน้าก่อนหน้า,หน้าก่อน,หน้าที่แล้ว|แรก,แรกสุด|สุดท้าย,หน้าสุดท้าย|โหลดเพิ่ม,โหลดเพิ่มเติม,แสดงเพิ่มเติม|เก่ากว่า|ใหม่กว่า||ย้อนกลับ|หน้าแรก||ดูเพิ่มเติม|หน้า,หน้าที่
zh|下一,下一个,后一,後一,翻下|上一,上一个,前一,翻上|第一,最前,第一頁|最后一,最後一,最后,最後,最末,末一|加载更多,載入更多,点击加载更多,點擊載入更多,查看更多,显示更多,顯示更多,更多结果|较旧的,較舊的,较早的,較早的|较新的,較新的|下,后,後|上,前|首|末,尾|更多|页,頁|条,條,文章,博文,日志,日誌
ja|次,次の,次へ,つぎへ,次のへ,次を見る,次を表示|前,前の,前へ,まえへ,前のへ,前を見る,前を表示|最初,最初の,最初へ,最初のへ,先頭,先頭へ,先頭の|最後,最後の,最後へ,最後のへ,最終,最終へ|もっと見る,もっと表示,もっと読み込む,さらに表示,さらに読み込む,さらに見る|古い記事,過去の記事|新しい記事||戻る||||ページ|件,投稿,記事|目,へ,を表示,第
ko|다음,다음으로|이전,이전으로|처음,맨처음,첫,처음으로|마지막,맨끝,맨뒤,마지막으로,맨마지막|더보기,더 보기,더 불러오기,더 많은 결과,결과 더보기||||뒤로||끝||페이지,쪽||로,으로,목록,이동,개,개씩,글
`

const rowOf = (line: string): [string, StepWords] => {
  const [language = '', ...cells] = line.split('|')
  const row = COLUMNS.map((column, at) => [column, cells[at]?.split(',').filter(Boolean) ?? []])
  return [language, Object.fromEntries(row) as StepWords]
}

export const STEP_WORDS: Readonly<Record<string, StepWords>> = Object.fromEntries(TABLE.trim().split('\n').map(rowOf))

/** Names of icons, as fonts with ligatures write them into the text and as class tokens carry them. */
export const ICON_WORDS: Readonly<Partial<Record<Step, string>>> = {
  next: 'arrow right, right arrow, chevron right, right chevron, angle right, caret right, navigate next, arrow forward, arrow forward ios, keyboard arrow right, arrow next, next arrow, right',
  previous:
    'arrow left, left arrow, chevron left, left chevron, angle left, caret left, navigate before, arrow back, arrow back ios, keyboard arrow left, arrow prev, prev arrow, left',
  first: 'keyboard double arrow left, double arrow left, angle double left, chevron double left, skip previous',
  last: 'keyboard double arrow right, double arrow right, angle double right, chevron double right, skip next',
}

/** Case, width, accents and vowel marks away, so that tables and labels meet on the same ground. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()
}
