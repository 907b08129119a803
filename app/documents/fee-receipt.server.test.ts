import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { receiptLine as termOne, receiptView as view } from '../../tests/factories/receipt-view'
import { renderFeeReceipt } from './fee-receipt.server'

const gujaratiView: FeeReceiptView = {
  ...view,
  school: { ...view.school, name: 'શ્રી કૃષ્ણ વિદ્યાલય (Shri Krishna Vidyalaya)' },
  student: { ...view.student, name: 'પ્રિયંકા ક્ષત્રિય', fatherName: 'કૃષ્ણકાંત ક્ષત્રિય' },
}

const manyLines: FeeReceiptView = {
  ...view,
  lines: Array.from({ length: 25 }, (_, index) => ({ ...termOne, title: `Instalment ${index + 1}` })),
  totalPaise: 25 * 12_850_50,
}

const pagesOf = (file: Uint8Array) => Number(/\/Count (\d+)/.exec(Buffer.from(file).toString('latin1'))?.[1])

/** The file's words, line by line. Correct for Latin text only: Indian scripts are stored as shapes in visual order. */
function textOf(file: Uint8Array): string {
  const raw = Buffer.from(file).toString('latin1')
  const objects = new Map([...raw.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map((match) => [match[1], match[2] ?? '']))
  const streamOf = (body: string) =>
    inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '', 'latin1')).toString('latin1')
  const fonts = new Map<string, string[]>()
  for (const [, name, id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    const listed = [...streamOf(objects.get(map ?? '') ?? '').matchAll(/\[(.*?)\]/gs)].flatMap((match) => [
      ...(match[1] ?? '').matchAll(/<([^>]*)>/g),
    ])
    const characters = listed.map((match) =>
      String.fromCharCode(...(match[1] ?? '').split(' ').map((hex) => Number.parseInt(hex, 16))),
    )
    fonts.set(name ?? '', characters)
  }
  const lines: string[] = []
  for (const body of objects.values()) {
    if (!body.includes('stream')) continue
    const content = streamOf(body)
    if (!content.includes(' TJ')) continue
    let font: string[] = []
    let lastY = ''
    for (const [, y, name, shown] of content.matchAll(
      /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g,
    )) {
      if (y) {
        if (y !== lastY) lines.push('')
        lastY = y
      } else if (name) font = fonts.get(name) ?? []
      else {
        const glyphs = (shown ?? '').replaceAll(/[<> ]|-?[\d.]+(?= <)|> -?[\d.]+ /g, '')
        const text = glyphs.match(/.{4}/g)?.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '?') ?? []
        lines[lines.length - 1] = `${lines.at(-1) ?? ''}${text.join('')}`
      }
    }
  }
  return lines.join('\n')
}

describe('renderFeeReceipt content', () => {
  it('names school, student and payment, each amount, and the total in figures and words', async () => {
    const text = textOf(await renderFeeReceipt(view, 'en'))
    for (const part of [
      ...['Saraswati Public School', '12, Station Road, Ahmedabad 380009', '079 2656 1234', 'office@saraswati.example'],
      ...['Fee Receipt', '2026-27/000123', '8 Jul 2026', 'Asha Patel', 'Kiran Patel', 'Class 8 – B', 'ADM-2024-0117'],
      ...['Annual School Fee – Term 1', 'Due 10 Jul 2026', 'Tuition', '₹12,500.00', 'Computer lab', '₹1,500.50'],
      ...['-₹1,250.00', '₹100.00', '₹12,850.50', 'Total paid'],
      ...['Rupees Twelve Thousand Eight Hundred Fifty and Fifty Paise Only', 'Online', 'pay_QxY12abCdEf345'],
      ...['8 Jul 2026, 03:05 PM', 'This is a computer-generated receipt'],
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('CANCELLED')
    expect(text).not.toContain('Page 1')
  })

  it('shows only the day of an office payment, since its time is not recorded', async () => {
    const text = textOf(await renderFeeReceipt({ ...view, method: 'cash', paidAt: '2026-07-07T18:30:00.000Z' }, 'en'))
    expect(text).toContain('Cash')
    expect(text).toMatch(/Paid on.*8 Jul 2026/)
    expect(text).not.toMatch(/\d [AP]M/)
  })

  it('leaves out unknown facts of the student', async () => {
    const student = { ...view.student, fatherName: null, rollNumber: null, className: null, sectionName: null }
    const text = textOf(await renderFeeReceipt({ ...view, student }, 'en'))
    expect(text).not.toMatch(/Father|Roll No|Class and section|null/)
    expect(text).toContain('ADM-2024-0117')
  })

  it('shows the reference of a cheque', async () => {
    const text = textOf(await renderFeeReceipt({ ...view, method: 'cheque', reference: '004512' }, 'en'))
    expect(text).toContain('Cheque')
    expect(text).toContain('004512')
  })

  it('marks a cancelled receipt across the page and in a sentence', async () => {
    const text = textOf(await renderFeeReceipt({ ...view, cancelled: true }, 'en'))
    expect(text.match(/CANCELLED/g)).toHaveLength(2)
    expect(text).toContain('This receipt has been cancelled and is not proof of payment.')
  })

  it('shows the balance after a part payment, except on a cancelled receipt or one that stores none', async () => {
    const of = async (restPaise: number | undefined, cancelled = false) => {
      const line = { ...termOne, ...(restPaise === undefined ? {} : { restPaise }) }
      return textOf(await renderFeeReceipt({ ...view, cancelled, lines: [line] }, 'en'))
    }
    expect(await of(7_000_00)).toContain('Part payment: ₹7,000.00 still to be paid as on 8 Jul 2026')
    expect(await of(0)).toContain('Balance of instalment paid in full')
    for (const silent of [await of(undefined), await of(7_000_00, true)]) expect(silent).not.toMatch(/Part payment/)
  })

  it('shows the amount of a due without fee heads in the fee column', async () => {
    const line = { ...termOne, parts: [], concessionPaise: 0, finePaise: 0, amountPaise: 700_00 }
    const text = textOf(await renderFeeReceipt({ ...view, lines: [line], totalPaise: 700_00 }, 'en'))
    expect(text.match(/₹700\.00/g)).toHaveLength(4)
  })
})

describe('a receipt as a file', () => {
  it('is one page for a usual payment in each language', async () => {
    for (const locale of ['en', 'hi', 'gu'] as const) {
      const file = await renderFeeReceipt(gujaratiView, locale)
      expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-')
      expect(pagesOf(file)).toBe(1)
      expect(file.byteLength).toBeLessThan(60_000)
    }
  })

  it('continues on a second page with repeated headings and page numbers', async () => {
    const file = await renderFeeReceipt(manyLines, 'en')
    expect(pagesOf(file)).toBe(2)
    const text = textOf(file)
    expect(text.match(/Particulars/g)).toHaveLength(2)
    expect(text).toContain('Page 1 of 2')
    expect(text).toContain('Page 2 of 2')
    expect(text.match(/Total paid/g)).toHaveLength(1)
    expect(text).toContain('Instalment 25')
  })

  it('has the same bytes for the same view, regardless of documents made before or concurrently', async () => {
    const first = await renderFeeReceipt(gujaratiView, 'gu')
    await renderFeeReceipt(manyLines, 'hi')
    const [, again] = await Promise.all([
      renderFeeReceipt({ ...manyLines, student: { ...view.student, name: 'ક્ષ કૃ ર્કિ ત્રિ' } }, 'gu'),
      renderFeeReceipt(gujaratiView, 'gu'),
    ])
    expect(Buffer.compare(first, again)).toBe(0)
  })

  it('includes the logo', async () => {
    const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const file = await renderFeeReceipt(view, 'en', { logo: Buffer.from(onePixel, 'base64') })
    expect(Buffer.from(file).toString('latin1')).toContain('/Subtype /Image')
  })

  it.each([
    '🙂👨‍👩‍👧‍👦',
    'தமிழ் பெயர்',
    'اردو نام',
    '漢字',
    '\ud800',
    '',
    '\u0000\u202e',
    'A'.repeat(300),
    'ક'.repeat(300),
    '્િ',
    'ि्',
  ])('is rendered even for the name "%s"', async (name) => {
    const odd = { ...view, student: { ...view.student, name }, school: { ...view.school, name }, transactionId: name }
    const file = await renderFeeReceipt({ ...odd, lines: [{ ...termOne, feeName: name, title: name }] }, 'gu')
    expect(pagesOf(file)).toBeGreaterThanOrEqual(1)
  })

  it('is rendered for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (name) => {
        const file = await renderFeeReceipt({ ...view, student: { ...view.student, name } }, 'hi')
        expect(pagesOf(file)).toBe(1)
      }),
      { numRuns: 30 },
    )
  })
})
