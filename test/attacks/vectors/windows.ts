import { markup, type Vector, type VectorGroup } from '../vector.ts'

/** A click that makes the browser open a page, which the guards do not let it where an environment has one. */
const opening = (name: string, source: string, more: Partial<Vector> = {}): Vector =>
  markup(name, source, { click: 'Go', stoppedBy: 'guard', ...more })

const script = (name: string, source: string, more: Partial<Vector> = {}): Vector =>
  opening(name, `<button onclick="${source}">Go</button>`, more)

/** The first request of a page that another one opened. */
export const windows: VectorGroup = {
  group: 'windows',
  vectors: [
    script('window.open', "window.open('URL')"),
    script('window.open by a name', "window.open('NAMED')"),
    script('window.open without an opener', "window.open('URL', '', 'noopener')"),
    script('window.open as a popup', "window.open('URL', 'w', 'popup,width=100')"),
    script('window that is empty, then sent on', "window.open('').location = 'URL'"),
    script('window that is empty, then written', "window.open('').document.write('<img src=URL>')"),
    script('window that is empty, and its fetch', "window.open('').fetch('URL', { mode: 'no-cors' })"),
    script('window that is empty, and its socket', "window.open('').eval('self.s = new WebSocket(`WSURL`)')"),
    script('window that opens a window', "window.open('').eval('open(`URL`)')"),
    script('window that redirects', "window.open('SELF/hop')", {
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    }),
    opening('link to a new page', '<a href="URL" target="_blank">Go</a>'),
    opening('link to a new page that keeps its opener', '<a href="URL" target="_blank" rel="opener">Go</a>'),
    opening('link to a name that nobody has', '<a href="URL" target="elsewhere">Go</a>'),
    opening('form into a new page', '<form action="URL" target="_blank"><button>Go</button></form>'),
    opening('POST into a new page', '<form method="post" action="URL" target="_blank"><button>Go</button></form>'),
    opening('base of new pages', '<base target="_blank"><a href="URL">Go</a>'),
  ],
}
