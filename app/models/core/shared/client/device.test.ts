import Bowser from 'bowser'
import { expect, it, vi } from 'vitest'
import { deviceOf } from './device.server'

const chrome = '(KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome}`, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Microsoft Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
])('recognises browser and system from the user agent %s', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})

it.each([
  null,
  '',
  'curl/8.11',
  '<script>alert(1)</script>/7 (x)',
  '\u0000\uffff\ud800/1 2',
  'Principal of the school/1 (Windowless)',
  'constructor/1 toString/2',
])('recognises no device from the user agent %j', (agent) => {
  expect(deviceOf(agent)).toEqual({ browser: null, system: null })
})

it('parses at most the first 400 characters of a user agent', () => {
  const parse = vi.spyOn(Bowser, 'parse')
  for (const piece of ['(', 'a/', 'Chrome/1.', ' ', 'Mozilla/5.0 (Linux; ']) deviceOf(piece.repeat(100_000))
  expect(parse.mock.calls.map(([text]) => text.length)).toEqual(Array(5).fill(400))
  parse.mockRestore()
  expect(deviceOf(`${'x'.repeat(400)} Firefox/132.0`).browser).toBeNull()
})
