import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'app', 'server'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

/** Forbidden code by danger, with the files where it is allowed, because no user input reaches it there. */
const nowhere: Record<string, [what: RegExp, but?: string[]]> = {
  'text executed as code': [/\beval\(|new Function\(|setTimeout\(\s*['"`]/],
  // Programs of the build, `ps` and `systemd-notify`, with fixed arguments only.
  'a program of the operating system': [
    /node:child_process|require\('child_process'\)/,
    ['notify', 'programs/memory-of', 'programs/side-program'].map((name) => `app/services/${name}.server.ts`),
  ],
  'HTML made from text': [/dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write/],
  'messages from other windows': [/addEventListener\('message'|onmessage\s*=|window\.postMessage/],
  'a connection other than HTTP': [/new WebSocket\(|from 'ws'|EventSource\(|RTCPeerConnection/],
  // The PDF format checks an empty password with these algorithms; they protect nothing here.
  'an old digest or cipher': [
    /createHash\('(md5|sha1)'|createHmac\('(md5|sha1)'|-ecb'|-cbc'|createCipher\(/,
    ['app/models/core/files/pdf-password.server.ts'],
  ],
  // A retry delay is not a secret.
  'predictable random numbers': [/Math\.random\(/, ['app/database/retry.server.ts']],
  'a TLS certificate accepted without a check': [/rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/],
  'interference with pasting': [/onPaste|['"`]paste['"`]/],
  // Chromium hides the error response to a `download` link; files already send Content-Disposition.
  'a download link that hides the error response': [/^\s+download(=.*)?$|\sdownload>/m],
  'JSONP, or access for any website': [/Access-Control-Allow-Origin|\bjsonp\b/i],
}

describe('sources of the product', () => {
  it.each(Object.entries(nowhere))('contain no forbidden code: %s', (_danger, [what, but = []]) => {
    expect(product.length).toBeGreaterThan(500)
    expect(product.filter(({ name, text }) => !but.includes(name) && what.test(text)).map(({ name }) => name)).toEqual(
      [],
    )
  })
})
