import { type HostileGroup, markup, script, served } from '../hostile-page.ts'

/** More than anyone expects, and characters that no one does. */
export const SIZES: HostileGroup = {
  group: 'sizes and characters',
  pages: [
    markup(
      'attributes of a megabyte',
      () => `<a href="/home?${'x'.repeat(1e6)}" title="${'t'.repeat(1e6)}" class="${'c '.repeat(5e5)}">Link</a>`,
      { must: 'be-observed' },
    ),
    markup('a name of five megabytes', () => `<button>${'name '.repeat(1e6)}</button>`, { must: 'be-observed' }),
    markup('a text of twenty megabytes', () => `<p>${'text '.repeat(4e6)}</p>`),
    script('a title of five megabytes', 'document.title = "x".repeat(5e6)', { must: 'be-observed' }),
    script('an address of a megabyte', 'history.replaceState({}, "", "?" + "x".repeat(1e6))'),
    script(
      'halves of surrogates',
      `
      document.title = '\\ud800'; document.querySelector('p').textContent = 'a\\udc00b\\ud800'
      document.querySelector('button').setAttribute('aria-label', '\\ud83d Press \\udfff')`,
      { must: 'be-observed', always: true },
    ),
    script(
      'letters that turn and hide',
      `
      document.querySelector('button').textContent = '\\u202e\\u2066Press\\u2069\\u0000\\u0007\\u001b[31m\\u200b\\ufeff\\u2028\\u2029'
      document.title = '\\u202edesrever\\u0085'`,
      { must: 'be-observed' },
    ),
    script('accents without end', `document.querySelector('button').textContent = 'P' + '\\u0301'.repeat(200000)`),
    markup(
      'ten thousand options',
      () => `<select aria-label="Many">${'<option>Choice</option>'.repeat(10_000)}</select>`,
      { must: 'be-observed' },
    ),
    markup('fifty thousand links', () => '<a href="/home">Link</a> '.repeat(50_000)),
    script(
      'twenty thousand deep',
      `
      let into = document.body; for (let i = 0; i < 20000; i++) { const inner = document.createElement('div'); into.append(inner); into = inner }; into.textContent = 'deep'`,
    ),
    script(
      'twenty thousand deep by the parser',
      `document.body.innerHTML = '<b>'.repeat(20000) + '<button>Deep</button>'`,
    ),
    markup('an SVG that refers to itself billions of times', () => {
      const level = (n: number) => `<g id="g${n}">${`<use href="#g${n - 1}"/>`.repeat(8)}</g>`
      return `<svg width="300" height="300"><defs><rect id="g0" width="9" height="9"/>${[1, 2, 3, 4, 5].map(level).join('')}</defs><use href="#g5"/></svg><p>after</p>`
    }),
    markup(
      'MathML fifty deep and wide',
      () => `<math>${'<mfrac><mi>x</mi>'.repeat(300)}<mi>y</mi>${'</mfrac>'.repeat(300)}</math><p>after</p>`,
      { must: 'be-observed' },
    ),
    markup(
      'a table of a thousand by a hundred',
      () => `<table>${`<tr>${'<td rowspan="65000" colspan="1000">1</td>'.repeat(100)}</tr>`.repeat(50)}</table>`,
    ),
    markup(
      'labels that name each other',
      () =>
        Array.from(
          { length: 500 },
          (_, n) => `<input id="i${n}" aria-labelledby="i${(n + 1) % 500} i${(n + 2) % 500}">`,
        ).join(''),
      { must: 'be-observed' },
    ),
    markup('ten thousand ids that are one', () =>
      '<input id="same" aria-labelledby="same" aria-describedby="same same"><label for="same">Same</label>'.repeat(
        3_000,
      ),
    ),
    markup(
      'styles of a megabyte',
      () =>
        `<style>${Array.from({ length: 20_000 }, (_, n) => `body:has(.a${n}) p:nth-child(${n}n) { color: red }`).join('')}</style><p>text</p>`,
    ),
    served('a document of XML entities', (_, response) => {
      const entities = Array.from({ length: 9 }, (__, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
      response.writeHead(200, { 'content-type': 'application/xhtml+xml' })
      response.end(
        `<!DOCTYPE html [<!ENTITY e0 "x">${entities}]><html xmlns="http://www.w3.org/1999/xhtml"><body>&e9;</body></html>`,
      )
    }),
    served('a JSON document of ten megabytes', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`[${'"x",'.repeat(2_500_000)}0]`)
    }),
    served('a plain text of ten megabytes', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('word '.repeat(2_000_000))
    }),
  ],
}
