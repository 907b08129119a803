import type { Request } from 'express'
import { expect, it } from 'vitest'
import { errorDocument } from './error-document'

const asked = (headers: Record<string, string>) =>
  ({ headers: { 'x-request-id': 'r-1', ...headers } }) as unknown as Request

it.each([
  [{}, 'lang="en"', 'This is too large', 'Request id: r-1'],
  [{ cookie: 'lang=gu' }, 'lang="gu"', 'આ બહુ મોટું છે', 'r-1'],
  [{ 'accept-language': 'hi-IN,hi;q=0.9' }, 'lang="hi"', 'यह बहुत बड़ा है', 'r-1'],
])('returns the error page in the language that the headers %j ask for', (headers, ...parts) => {
  const html = errorDocument('tooLarge', asked(headers))
  for (const part of parts) expect(html).toContain(part)
})
