/** Address without its fragment: links that differ in it lead to one page. */
export function pageOf(href: string): string {
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}

/** Host and first step, how many steps, and which parameters an address has: the kind of page it leads to. */
export function formOf(href: string, origin: string): string {
  if (!href) return ''
  const host = href.indexOf('/', href.indexOf('//') + 2)
  if (host < 0) return href.slice(0, 40)
  const hash = href.indexOf('#')
  const end = hash < 0 ? href.length : hash
  const mark = href.indexOf('?')
  const query = mark < 0 || mark > end ? end : mark
  const steps = href.slice(host + 1, query).split('/', 12)
  const first = steps.length > 1 && !/\d/.test(steps[0]!) ? steps[0] : ''
  const last = steps[steps.length - 1]!
  const dot = last.lastIndexOf('.')
  const names = href
    .slice(query + 1, end)
    .split('&', 12)
    .map((pair) => pair.split('=', 1)[0])
  const site = href.slice(0, host)
  return `${site === origin ? '' : 'elsewhere'}/${site === origin ? first : ''}/${steps.length}${dot < 0 ? '' : last.slice(dot, dot + 6)}?${names.join('&')}${hash < 0 ? '' : '#'}`
}
