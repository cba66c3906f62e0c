import { expect, it } from 'vitest'
import { admitUrl } from '../../../host/network/admit.ts'
import { compilePolicy, parsePolicy } from '../../../host/network/policy.ts'

const policy = compilePolicy(parsePolicy({ mode: 'allowlist', allowHosts: ['127.0.0.1:8123'], denyPorts: [8443] }))

it.each([
  ['http://shop.example/', 'name'],
  ['https://shop.example/a?b#c', 'name'],
  ['ws://shop.example/socket', 'name'],
  ['wss://shop.example/socket', 'name'],
  ['https://8.8.8.8/', 'public'],
  ['http://127.0.0.1:8123/page', 'allow-host'],
  ['ws://127.0.0.1:8123/', 'allow-host'],
  ['http://127.0.0.1/', 'loopback'],
  ['http://2130706433:80/', 'loopback'],
  ['http://[::ffff:127.0.0.1]/', 'loopback'],
  ['http://shop.example:22/', 'unsafe-port'],
  ['https://shop.example:8443/', 'deny-port'],
  ['https://shop.example:0/', 'invalid-port'],
  ['http://user@shop.example/', 'credentials'],
  ['http://user:pass@shop.example/', 'credentials'],
  ['http://:pass@shop.example/', 'credentials'],
  ['http://@shop.example/', 'name'],
  ['http://shop.example@127.0.0.1/', 'credentials'],
  ['ftp://shop.example/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['javascript:0', 'scheme'],
  ['about:blank', 'scheme'],
  ['blob:https://shop.example/1', 'scheme'],
  ['chrome://version', 'scheme'],
  ['view-source:http://shop.example/', 'scheme'],
  ['filesystem:http://shop.example/temporary/x', 'scheme'],
  ['constructor:x', 'scheme'],
  ['', 'malformed-url'],
  ['shop.example', 'malformed-url'],
  ['http://', 'malformed-url'],
  ['http://[::1', 'malformed-url'],
  ['http://1.2.3.256/', 'malformed-url'],
  ['http://a..b/', 'invalid-host'],
])('%s: %s', (url, reason) => {
  expect(admitUrl(url, policy).reason).toBe(reason)
})
