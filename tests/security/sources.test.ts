import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'app', 'server'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

/** Forbidden code by danger, with the exempt files, because no user input reaches it there. */
const nowhere: Record<string, [what: RegExp, but?: string[]]> = {
  'text run as a program': [/\beval\(|new Function\(|setTimeout\(\s*['"`]/],
  // Programs of the build, `ps` and `systemd-notify`, with fixed arguments only.
  'a program of the machine started': [
    /node:child_process|require\('child_process'\)/,
    ['notify', 'programs/memory-of', 'programs/side-program'].map((name) => `app/services/${name}.server.ts`),
  ],
  'markup from a text': [/dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write/],
  'messages from other windows': [/addEventListener\('message'|onmessage\s*=|window\.postMessage/],
  'a socket beside HTTP': [/new WebSocket\(|from 'ws'|EventSource\(|RTCPeerConnection/],
  'an old digest or cipher': [/createHash\('(md5|sha1)'|createHmac\('(md5|sha1)'|-ecb'|-cbc'|createCipher\(/],
  // A retry delay is not a secret.
  'chance that can be foretold': [/Math\.random\(/, ['app/database/retry.server.ts']],
  'a certificate taken unseen': [/rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/],
  'a hand on what is pasted': [/onPaste|['"`]paste['"`]/],
  // Chromium hides the error response to a `download` link; files already send Content-Disposition.
  'a link that hides why its file failed': [/^\s+download(=.*)?$|\sdownload>/m],
  'a port of JSONP or of any site': [/Access-Control-Allow-Origin|\bjsonp\b/i],
}

describe('sources of the product', () => {
  it.each(Object.entries(nowhere))('contain nowhere %s', (_danger, [what, but = []]) => {
    expect(product.length).toBeGreaterThan(500)
    expect(product.filter(({ name, text }) => !but.includes(name) && what.test(text)).map(({ name }) => name)).toEqual(
      [],
    )
  })
})
