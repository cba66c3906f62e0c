import type { Sought, TaskBrowser } from './browser.ts'

export interface Task {
  name: string
  /** Below `fixtures/sites`. */
  page: string
  /** What the page must report to its server, at last. */
  outcome: string
  run(browser: TaskBrowser): Promise<void>
}

const button = (name: string | RegExp, within?: string): Sought => ({
  role: 'button',
  name,
  ...(within === undefined ? {} : { within }),
})
const link = (name: string | RegExp): Sought => ({ role: 'link', name })
const box = (name: string | RegExp): Sought => ({ role: 'textbox', name })
const of = (role: string, name: string | RegExp): Sought => ({ role, name })

/** Each task ends with reading on the page that it is done. */
const task = (name: string, page: string, outcome: string, run: (browser: TaskBrowser) => Promise<void>): Task => ({
  name,
  page,
  outcome,
  async run(browser) {
    await run(browser)
    await browser.read('Done:', /Done: [^\n"]+/)
  },
})

export const TASKS: readonly Task[] = [
  task('log in', 'login.html', 'signed in ada@example.org', async (b) => {
    await b.fillForm([
      [box('Email'), 'ada@example.org'],
      [box('Membership number'), '4711'],
    ])
    await b.click(button('Sign in'))
  }),
  task('log in after a mistake, staying', 'login.html', 'signed in ada@example.org staying', async (b) => {
    await b.fill(box('Email'), 'ada@example.org')
    await b.fill(box('Membership number'), '12', true)
    const hint = await b.read('begins with', /begins with (\d+) and ends with (\d+)/)
    await b.fill(box('Membership number'), hint.replace(/\D/g, ''))
    await b.check(of('checkbox', 'Stay signed in'))
    await b.click(button('Sign in'))
  }),
  task('search and page', 'shop.html', 'cart 29 none 1', async (b) => {
    await b.fill(of('searchbox', 'Search the shop'), 'lamp', true)
    await b.click(link('Next'))
    await b.click(link('Next'))
    await b.click(button('Add to cart', 'Reading lamp 128'))
  }),
  task('search, open, choose, buy', 'shop.html', 'cart 14 Matt 3', async (b) => {
    await b.fill(of('searchbox', 'Search the shop'), 'desk')
    await b.click(button('Search'))
    await b.click(link('Desk lamp 113'))
    await b.check(of('radio', 'Matt'))
    await b.fill(of('spinbutton', 'Quantity'), '3')
    await b.click(button('Add to cart'))
  }),
  task('one of many equal buttons', 'shop.html', 'cart 9 none 1', (b) =>
    b.click(button('Add to cart', 'Floor lamp 108')),
  ),
  task('filter a table', 'table.html', 'edit Hana Cruz Lima 54', async (b) => {
    await b.fill(of('searchbox', 'Filter'), 'Hana Cruz')
    await b.click(button('Edit Hana Cruz, Lima'))
  }),
  task('sort a table, act on its first row', 'table.html', 'edit Ada Abel Oslo 21', async (b) => {
    await b.click(button('Age'))
    await b.click(button(/^Edit Ada Abel, Oslo$/))
  }),
  task('a wizard with a date picker', 'wizard.html', 'Ada, 6 to 10 m, 17 July 2030', async (b) => {
    await b.fill(box('Your name'), 'Ada')
    await b.select(of('combobox', 'Boat length'), ['6 to 10 m'])
    await b.click(button('Continue'))
    await b.click(button('Calendar'))
    await b.click(button('Next month'))
    await b.click(button('Next month'))
    await b.click(button('17 July 2030'))
    await b.click(button('Continue'))
    await b.check(of('checkbox', 'I have read the harbour rules'))
    await b.click(button('Book'))
  }),
  task('an editable combobox', 'widgets.html', 'Ljubljana Any - - 5 - false', async (b) => {
    await b.fill(of('combobox', 'City'), 'Lj')
    await b.click(of('option', 'Ljubljana'))
    await b.click(button('Save delivery'))
  }),
  task('a select-only combobox', 'widgets.html', '- Evening - - 5 - false', async (b) => {
    await b.click(of('combobox', /^Time/))
    await b.click(of('option', 'Evening'))
    await b.click(button('Save delivery'))
  }),
  task('a list of several', 'widgets.html', '- Any Gift wrap+Insurance - 5 - false', async (b) => {
    await b.select(of('listbox', 'Extras'), ['Gift wrap', 'Insurance'])
    await b.click(button('Save delivery'))
  }),
  task('a hidden radio behind its label', 'widgets.html', '- Any - 2 5 - false', async (b) => {
    await b.check(of('radio', '2 stars'))
    await b.click(button('Save delivery'))
  }),
  task('a slider by keys', 'widgets.html', '- Any - - 7 - false', async (b) => {
    await b.press('ArrowRight', of('slider', 'Volume'))
    await b.press('ArrowRight')
    await b.click(button('Save delivery'))
  }),
  task('a date field', 'widgets.html', '- Any - - 5 2030-02-09 false', async (b) => {
    await b.fill(of('textbox', 'Pick-up day'), '2030-02-09')
    await b.click(button('Save delivery'))
  }),
  task('a switch', 'widgets.html', '- Any - - 5 - true', async (b) => {
    await b.check(of('switch', 'Express'))
    await b.click(button('Save delivery'))
  }),
  task('a confirmation accepted', 'dialogs.html', 'deleted', async (b) => {
    await b.click(button('Delete note'))
    await b.dialog(true)
  }),
  task('a confirmation refused', 'dialogs.html', 'kept', async (b) => {
    await b.click(button('Delete note'))
    await b.dialog(false)
  }),
  task('a prompt answered', 'dialogs.html', 'named Shopping', async (b) => {
    await b.click(button('Rename list'))
    await b.dialog(true, 'Shopping')
  }),
  task('a modal dialog of the page', 'dialogs.html', 'shared with Bo', async (b) => {
    await b.click(button('Share …'))
    await b.fill(box('With'), 'Bo')
    await b.click(button('Share'))
  }),
  task('a shop in shadow roots', 'shadow.html', 'bought Oolong+Rooibos', async (b) => {
    await b.click(button('Add Oolong'))
    await b.click(button('Add Rooibos'))
    await b.click(button('Check out'))
  }),
  task('payment in a frame', 'pay.html', 'paid 1111 12/31', async (b) => {
    await b.fill(box('Card number'), '4111111111111111')
    await b.fill(box('Expires'), '12/31')
    await b.click(button('Pay 49 €'))
  }),
  task('payment in a frame of another site', 'pay.html?other=1', 'paid 1111 12/31', async (b) => {
    await b.fillForm([
      [box('Card number'), '4111111111111111'],
      [box('Expires'), '12/31'],
    ])
    await b.click(button('Pay 49 €'))
  }),
  task('an endless list', 'feed.html', 'saved 47', async (b) => {
    await b.scrollToEnd()
    await b.waitFor('number 40')
    await b.scrollToEnd()
    await b.waitFor('number 60')
    await b.click(button('Save sighting 47'))
  }),
  task('a list with “more”', 'feed.html?button=1', 'saved 33', async (b) => {
    await b.click(button('Show more'))
    await b.click(button('Save sighting 33'))
  }),
  task('drag to sort', 'sort.html', 'Deck Anchor Bell Compass', async (b) => {
    await b.drag(of('listitem', 'Deck'), of('listitem', 'Anchor'))
    await b.click(button('Save order'))
  }),
  task('a menu by keyboard', 'menu.html', 'menu Export', async (b) => {
    await b.press('ArrowDown', button('File'))
    await b.press('ArrowDown')
    await b.press('ArrowDown')
    await b.press('Enter')
  }),
  task('a menu that opens on hover', 'menu.html', 'went to ropes', async (b) => {
    await b.hover(of('menuitem', 'Products'))
    await b.click(of('menuitem', 'Ropes'))
  }),
  task('tabs of a page', 'menu.html', 'restored 3', async (b) => {
    await b.click(of('tab', 'History'))
    await b.click(button('Restore version 3'))
  }),
  task('a tree', 'menu.html', 'chart North Sea', async (b) => {
    await b.click(of('treeitem', 'Charts'))
    await b.click(of('treeitem', 'North Sea'))
  }),
  task('what a disclosure hides', 'menu.html', 'went to reset', async (b) => {
    await b.click(of('button|generic', 'Advanced'))
    await b.click(link('Reset the editor'))
  }),
  task('a context menu', 'menu.html', 'duplicated', async (b) => {
    await b.click(button('Layer 1'), { button: 'right' })
    await b.click(button('Duplicate layer'))
  }),
  task('an editable grid', 'grid.html', 'Count of Cleat 9', async (b) => {
    await b.click(of('gridcell', 'Count of Cleat'), { double: true })
    await b.fill(box('New count of cleat'), '9', true)
  }),
  task('an editor without a field', 'grid.html', 'remark order more', async (b) => {
    await b.fill(box('Remark'), 'order more')
    await b.click(button('Keep remark'))
  }),
  task('a consent banner in the way', 'consent.html', 'subscribed none', async (b) => {
    await b.click(button('Reject all'))
    await b.click(button('Subscribe'))
  }),
  task('a page that renders anew before the click', 'spa.html', 'joined', async (b) => {
    await b.waitFor('Two places left')
    await b.click(button('Join crew'))
  }),
  task('wait for what takes a while', 'slow.html', 'published', async (b) => {
    await b.check(of('checkbox', 'I agree'))
    await b.click(button('Create report'))
    await b.waitFor('The report is ready')
    await b.click(button('Publish report'))
  }),
  task('an upload that is refused', 'upload.html', 'sent Ada without CV', async (b) => {
    await b.fill(box('Your name'), 'Ada')
    await b.clickRefused(button(/^CV/))
    await b.click(button('Send without CV'))
  }),
  task('a form in Arabic', 'arabic.html', 'آدا: مرحبا بكم', async (b) => {
    await b.fillForm([
      [box('الاسم'), 'آدا'],
      [box('الرسالة'), 'مرحبا بكم'],
    ])
    await b.click(button('إرسال'))
  }),
  task('a form in Japanese', 'japanese.html', '山田花子 三名', async (b) => {
    await b.fill(box('お名前'), '山田花子')
    await b.select(of('combobox', '人数'), ['三名'])
    await b.click(button('予約する'))
  }),
  task('a second window', 'windows.html', 'signed', async (b) => {
    await b.click(link('Charter contract'))
    await b.selectTab('Charter contract')
    await b.click(button('Sign contract'))
  }),
  task('a fact deep in a long text', 'manual.html', 'code 8214', async (b) => {
    const code = await b.read('winter code of the engine', /winter code of the engine is \d+/)
    await b.fill(box('Winter code'), code.replace(/\D/g, ''))
    await b.click(button('Enter code'))
  }),
]
