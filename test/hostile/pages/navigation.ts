import { type HostileGroup, markup, pressed, script } from '../hostile-page.ts'

export const NAVIGATION: HostileGroup = {
  group: 'navigation without end',
  pages: [
    script('by script, all the time', 'setInterval(() => { location.search = Math.random() }, 20)'),
    script('by script, at once', 'location.search = Math.random()'),
    markup('by meta refresh', () => '<meta http-equiv="refresh" content="0"><p>again</p>'),
    script('reloads when it is looked at', 'setTimeout(() => location.reload(), 60)'),
    script(
      'a flood of states',
      'let n = 0; setInterval(() => { for (let i = 0; i < 50; i++) history.pushState({}, "", "?" + n++) }, 1)',
    ),
    script('a flood of fragments', 'let n = 0; setInterval(() => { location.hash = n++ }, 1)'),
    script('a history of thousands', 'for (let i = 0; i < 5000; i++) history.pushState(i, "", "#" + i)'),
    script('two documents that send to each other', `location.href = location.pathname + '/other'`, {
      also: {
        '/other':
          '<script>history.back(); setTimeout(() => { location.href = location.pathname.replace("/other", "") }, 10)</script>',
      },
    }),
    script(
      'a form that sends itself',
      `
      const form = document.body.appendChild(document.createElement('form')); setInterval(() => form.submit(), 15)`,
    ),
    script(
      'the document written anew, all the time',
      `
      setInterval(() => { document.open(); document.write('<p>' + Math.random() + '<script>parent<' + '/script>'); document.close() }, 15)`,
    ),
    pressed(
      'the document replaced by a click',
      `document.open(); document.write('<button>Other</button>'); document.close()`,
      {
        must: 'be-observed',
      },
    ),
    script(
      'a document that is never closed',
      `setTimeout(() => { document.open(); document.write('<p>left open') }, 100)`,
    ),
    script(
      'the Navigation API stops everything',
      `
      navigation.addEventListener('navigate', (event) => { if (event.cancelable) event.preventDefault() })
      setInterval(() => { location.search = Math.random() }, 20)`,
      { must: 'be-observed' },
    ),
    script(
      'navigation that an intercept never ends',
      `
      navigation.addEventListener('navigate', (event) => { if (event.canIntercept) event.intercept({ handler: () => new Promise(() => {}) }) })
      setTimeout(() => { location.href = '/other' }, 50)`,
    ),
    script(
      'as it comes back',
      `addEventListener('popstate', () => history.forward()); history.pushState(1, ''); history.pushState(2, ''); setInterval(() => history.back(), 5)`,
      { takesBack: true },
    ),
    script(
      'navigations that navigate',
      `navigation.addEventListener('navigate', (event) => { if (event.canIntercept) event.intercept({ handler: async () => { navigation.navigate('?' + Math.random()).finished.catch(() => {}) } }) }); navigation.navigate('?0').finished.catch(() => {})`,
    ),
    pressed('closes itself', 'window.close()'),
    script('closes itself while it loads', 'window.close()'),
    pressed('goes to a data document', 'location.href = "data:text/html,<p>data</p>"'),
    pressed(
      'goes to a blob document',
      `location.href = URL.createObjectURL(new Blob(['<p>blob</p><script>for(;;);<' + '/script>'], { type: 'text/html' }))`,
    ),
    pressed('goes to a script URL that never ends', 'location.href = "javascript:for(;;);"'),
  ],
}
