import type { Vector, VectorGroup } from '../vector.ts'

/**
 * Names that the tests' resolver answers by their first label: `flip-3` is the attacker's address at first and the
 * canary's from the second lookup on, `mixed` has both, and so on (`world.ts`).
 */
const named = (name: string, label: string, more: Partial<Vector> = {}): Vector => ({
  name,
  open: (aim, path) => `http://${label}.example:${aim.canaryPort}/${path}`,
  ...more,
})

const flipping = (name: string, page: (url: string) => string, more: Partial<Vector> = {}): Vector => ({
  name,
  open: (aim, path) => `http://flip-${path}.example:${aim.evilPort}/${path}`,
  page: (aim, path) => page(`http://flip-${path}.example:${aim.canaryPort}/${path}`),
  stoppedBy: 'pinned',
  unnamed: true,
  ...more,
})

export const names: VectorGroup = {
  group: 'names',
  vectors: [
    named('a name of the canary alone', 'canary'),
    named('both addresses, the public first', 'mixed'),
    named('both addresses, the forbidden first', 'mixed-last'),
    named('many public addresses and one forbidden', 'crowd'),
    named('the canary as an IPv4-mapped address', 'mapped'),
    named('an answer that comes late', 'late', { watchMs: 600 }),
    named('a name in upper case with a trailing dot', 'CANARY'),
    named('an international name', 'canary-münchen'),
    named('a very long name', `canary.${'a'.repeat(60)}.${'b'.repeat(60)}`),
    flipping(
      'an answer that changes before the next navigation',
      (url) => `<script>location = ${JSON.stringify(url)}</script>`,
    ),
    flipping(
      'an answer that changes before a fetch',
      (url) => `<script>fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => {})</script>`,
    ),
    flipping('an answer that changes before an image', (url) => `<img src="${url}">`),
    flipping(
      'an answer that changes before a WebSocket',
      (url) => `<script>new WebSocket(${JSON.stringify(url.replace('http', 'ws'))})</script>`,
    ),
    flipping('an answer that changes before a frame', (url) => `<iframe src="${url}"></iframe>`),
    flipping('an answer that changes before a secure request', (url) => `<img src="${url.replace('http', 'https')}">`),
    {
      name: 'a redirect to the same name, whose answer has changed',
      stoppedBy: 'pinned',
      unnamed: true,
      open: (aim, path) => `http://flip-${path}.example:${aim.evilPort}/${path}/hop`,
      routes: {
        hop: (aim, path) => (_request, response) =>
          response.writeHead(302, { location: `http://flip-${path}.example:${aim.canaryPort}/${path}` }).end(),
      },
    },
    // Last: it goes on asking while the next page is on its way
    flipping(
      'an answer that changes while the page keeps asking, longer than answers are kept',
      (url) =>
        `<script>setInterval(() => fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => {}), 500)</script>`,
      { watchMs: 12_000, stoppedBy: undefined, unnamed: false },
    ),
  ],
}
