import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { parsePolicy } from '../../../../host/network/policy.ts'
import { type Egress, openEgress } from '../../../../host/playwright/browser/egress.ts'

let egress: Egress | undefined
afterEach(async () => egress?.close())

const SILENT = { denied: () => {}, failed: () => {} }

test('the operator hears of each denied destination once, by whichever line, and of the counts at the end', async () => {
  const log: string[] = []
  egress = await openEgress(parsePolicy(), SILENT, (line) => log.push(line))
  expect(egress.judge('about:blank').admitted).toBe(true)
  for (const path of ['a', 'b']) egress.judge(`http://127.0.0.1:81/${path}?secret`)
  egress.judge('https://user:secret@shop.example/')
  egress.judge('ftp://shop.example/')
  const { port, username, password } = egress.proxy!
  const headers = { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  const status = await new Promise((resolve) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: 'http://10.0.0.1/',
      headers: { host: '10.0.0.1', ...headers },
    })
    asked.once('response', (answer) => resolve(answer.resume().statusCode)).end()
  })
  expect(status).toBe(403)
  await egress.close()
  expect(log).toEqual([
    'denied 127.0.0.1:81: loopback',
    'denied shop.example: credentials',
    'denied shop.example: scheme',
    'denied 10.0.0.1:80: private',
    'egress closed: {"admitted":{},"denied":{"private":1},"failed":{}}',
  ])
})

test('a page that asks for thousands of destinations does not fill the log', async () => {
  const log: string[] = []
  egress = await openEgress(parsePolicy(), SILENT, (line) => log.push(line))
  for (let port = 1; port < 3_000; port++) egress.judge(`http://127.0.0.1:${port}/`)
  expect(log).toHaveLength(101)
  expect(log.at(-1)).toBe('denied more destinations than are logged')
})
