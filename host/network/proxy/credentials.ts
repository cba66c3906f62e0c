import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Compares a `Proxy-Authorization` value in time that tells nothing about the right one. */
  accepts(header: string | undefined): boolean
}

export function createCredentials(): Credentials {
  const username = randomBytes(8).toString('hex')
  const password = randomBytes(32).toString('base64url')
  const expected = digest(Buffer.from(`${username}:${password}`).toString('base64'))
  return {
    username,
    password,
    accepts(header = '') {
      const token = /^basic ([a-z0-9+/=]{1,512})$/i.exec(header)?.[1] ?? ''
      return timingSafeEqual(digest(token), expected)
    },
  }
}

/** Of one length whatever was sent, as `timingSafeEqual` needs. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
