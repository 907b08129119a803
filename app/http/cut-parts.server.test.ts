import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutParts } from './uploads.server'

async function through(body: Buffer, maxBytes: number, chunk: number): Promise<Buffer> {
  const parts = Array.from({ length: Math.ceil(body.length / chunk) }, (_, n) =>
    body.subarray(n * chunk, (n + 1) * chunk),
  )
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  }).pipeThrough(cutParts('mark', maxBytes))
  const out: Uint8Array[] = []
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) out.push(piece)
  return Buffer.concat(out)
}

const join = (parts: string[]) => Buffer.from(`--mark${parts.join('\r\n--mark')}\r\n--mark--`)
const text = fc.string({ unit: fc.constantFrom('a', '-', '\r', '\n', 'm'), maxLength: 40 })

it('passes multipart bodies with short parts unchanged, for every chunk size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 30 }), async (parts, chunk) => {
      expect(await through(join(parts), 1000, chunk)).toEqual(join(parts))
    }),
  )
})

it('cuts each part of a multipart body at the limit, and changes nothing outside the parts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      async (parts, chunk) => {
        const [first = '', ...rest] = parts
        // The first boundary has no line end before it and counts towards the first part.
        const expected = join([
          `--mark${first}`.slice(0, 12).slice('--mark'.length),
          ...rest.map((part) => part.slice(0, 12)),
        ])
        expect(await through(join(parts), 12, chunk)).toEqual(expected)
      },
    ),
  )
})
