import { describe, expect, test } from 'vitest'
import { type PlaywrightConfig, parseConfig } from '../../../host/playwright/config.ts'

test('an empty configuration is strict, headless and bounded', () => {
  expect(parseConfig({})).toMatchObject({
    browser: 'auto',
    headless: true,
    isolation: 'context',
    pages: 'single',
    dialogs: 'dismiss',
    navigationTimeoutMs: 30_000,
    actionTimeoutMs: 10_000,
    maxElements: 100,
    maxScreenshotPixels: 16_000_000,
    maxScreenshotBytes: 16_777_216,
    network: { mode: 'strict', allowHosts: [], denyCidrs: [] },
    viewport: { width: 1280, height: 800, deviceScaleFactor: 1 },
  })
  expect(parseConfig({}).network).not.toHaveProperty('publicHosts')
})

test('the old name of an open network still works', () => {
  expect(parseConfig({ allowPrivateNetwork: true }).network.mode).toBe('unrestricted')
  expect(parseConfig({ allowPrivateNetwork: false }).network.mode).toBe('strict')
})

describe('what is wrong is refused by its name', () => {
  test.each<[unknown, RegExp]>([
    [{ maxElement: 5 }, /maxElement/],
    [{ viewport: { widht: 5 } }, /viewport.*widht/],
    [{ network: { allowHost: [] } }, /allowHost/],
    [{ actionTimeoutMs: 0 }, /actionTimeoutMs/],
    [{ actionTimeoutMs: '5' }, /actionTimeoutMs/],
    [{ pages: 'many' }, /pages/],
    [{ executablePath: 'chrome' }, /executablePath.*absolute/],
    [{ checkpointRoot: './here' }, /checkpointRoot.*absolute/],
    [{ executablePath: '/x', browser: 'managed' }, /contradicts/],
    [{ network: { mode: 'strict', allowHosts: ['a.example'] } }, /allowHosts/],
    [{ network: { mode: 'allowlist', allowCidrs: ['10.0.0.0/99'] } }, /10\.0\.0\.0\/99/],
    [{ network: { mode: 'strict' }, allowPrivateNetwork: true }, /allowPrivateNetwork/],
  ])('%j', (config, message) => {
    expect(() => parseConfig(config as PlaywrightConfig)).toThrow(
      expect.objectContaining({ code: 'BROWSER_CONFIG_INVALID', message: expect.stringMatching(message) }),
    )
  })
})
