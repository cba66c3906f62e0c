import type { Pointers } from '../certificate.ts'
import type { Aim, Vector, VectorGroup } from '../vector.ts'

/** An image of a server whose certificate sends whoever checks it elsewhere. */
const certified = (
  name: string,
  certificate: (aim: Aim, path: string) => Pointers,
  more: Partial<Vector> = {},
): Vector => ({
  name,
  page: (aim, path) => `<img src="${aim.secure(path)}">`,
  certificate,
  ...more,
})

/** Followed by nobody: issuers are fetched by plain HTTP alone, and what was revoked the browser knows by itself. */
const UNASKED = { stoppedBy: 'browser', unnamed: true } as const

export const certificates: VectorGroup = {
  group: 'certificates',
  vectors: [
    certified('issuer at the canary', (aim, path) => ({ issuers: [aim.canary(path)] })),
    certified('issuer at a name of the canary', (aim, path) => ({ issuers: [aim.canaryNamed(path)] })),
    certified('issuer by a redirect', (aim, path) => ({ issuers: [aim.evil(`${path}/hop`)] }), {
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    }),
    certified('issuer at the second of two places', (aim, path) => ({
      issuers: [aim.evil(`${path}/missing`), aim.canary(path)],
    })),
    certified('issuer by https', (aim, path) => ({ issuers: [aim.canary(path, 'https')] }), UNASKED),
    certified('issuer by ldap', (aim, path) => ({ issuers: [aim.canary(path, 'ldap')] }), UNASKED),
    certified('issuer in a file', (aim, path) => ({ issuers: [`file://${aim.canaryAddress}/${path}`] }), UNASKED),
    certified('issuer with credentials', (aim, path) => ({ issuers: [aim.canary(path).replace('//', '//a:b@')] })),
    certified('revocation asked of the canary', (aim, path) => ({ ocsp: aim.canary(path) }), UNASKED),
    certified('revocation list at the canary', (aim, path) => ({ crl: aim.canary(path) }), UNASKED),
    certified(
      'a stapled answer that is missing',
      (aim, path) => ({ ocsp: aim.canary(path), mustStaple: true }),
      UNASKED,
    ),
    certified('issuer at the canary, of the page itself', (aim, path) => ({ issuers: [aim.canary(path)] }), {
      open: (aim, path) => aim.secure(path),
    }),
    certified('issuer at the canary, of a socket', (aim, path) => ({ issuers: [aim.canary(path)] }), {
      page: (aim, path) =>
        `<script>new WebSocket(${JSON.stringify(aim.secure(path).replace('https', 'wss'))})</script>`,
    }),
  ],
}
