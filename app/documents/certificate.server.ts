import type { Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { formatDay } from '~/models/core/shared/calendar'
import type { CertificateView, CopyView, Fact } from '~/models/learning/certificates/certificate-view'
import { linesLayout, makeBill } from './bill.server'
import { head, ink, letterhead, line, ruled, soft, titleAndMark } from './letterhead.server'
import { pdfText } from './pdf.server'

type Options = { cancelled?: boolean; logo?: Uint8Array }

/**
 * A certificate on an A4 page, in its language: numbered items, a letter, or the payments of a year. Ends with
 * signatures and a QR code for the page that verifies it. The same view and copy give the same bytes.
 */
export function renderCertificate(
  view: CertificateView,
  copy: CopyView,
  locale: Locale,
  { cancelled = false, logo }: Options = {},
): Promise<Uint8Array> {
  return print([{ view, copy, language: locale }], locale, { cancelled, ...(logo ? { logo } : {}) })
}

type Printed = { view: CertificateView; copy: CopyView; language: Locale }

/** The certificates of a class in one file, each on its own page and in its own language. */
export function renderCertificates(certificates: readonly Printed[], locale: Locale, options: Options = {}) {
  return print(certificates, locale, options)
}

function print(certificates: readonly Printed[], locale: Locale, { cancelled = false, logo }: Options) {
  const [first] = certificates
  if (!first) throw new Error('There is no certificate to print')
  const { view, copy } = first
  const isAlone = certificates.length === 1
  const [title, number] = [view.title, isAlone ? view.number : view.issuedOn]
  return makeBill(
    {
      title,
      number,
      school: view.school,
      cancelled,
      logo,
      numberLabel: m.certificates_number({}, { locale }),
      studentName: view.title,
      isMany: !isAlone,
      stamped: isAlone && copy.number > 0 ? m.certificates_duplicate({}, { locale }) : null,
      createdAt: new Date(`${copy.madeOn}T12:00:00+05:30`),
      note: '',
      content: certificates.flatMap((one, index) => pageOf(one, logo !== undefined, index > 0)),
    },
    locale,
  )
}

function pageOf({ view, copy, language: locale }: Printed, hasLogo: boolean, isNext: boolean): Content[] {
  const { school, title, facts, items, paragraphs, amounts, notes } = view
  const heading = pdfText(title, { fontSize: 15, bold: true, margin: [0, 0, 0, 10] })
  const begin = letterhead(school, hasLogo)
  return [
    isNext ? { ...begin, pageBreak: 'before' as const } : begin,
    ...school.lines.map((words) => pdfText(words, { bold: true, alignment: 'center' as const, margin: [0, 5, 0, 0] })),
    line([0, 8, 0, 10]),
    copy.number === 0
      ? { ...heading, alignment: 'center' as const }
      : { columns: titleAndMark({ ...heading, width: '*' }, m.certificates_duplicate({}, { locale })) },
    ...(copy.number === 0
      ? []
      : [
          pdfText(
            m.certificates_duplicate_of({ number: copy.number, date: formatDay(copy.madeOn, locale) }, { locale }),
            { margin: [0, 0, 0, 8] },
          ),
        ]),
    factsLine(facts),
    ...(items.length > 0 ? [itemsTable(items)] : []),
    ...paragraphs.map((words) => pdfText(words, { fontSize: 11.5, lineHeight: 1.5, margin: [0, 10, 0, 4] })),
    ...(amounts ? [amountsTable(amounts)] : []),
    ...notes.map((words) => pdfText(words, { color: soft, margin: [0, 6, 0, 0] })),
    ending(view, copy, locale),
  ]
}

const open: TableLayout = { hLineWidth: () => 0, vLineWidth: () => 0, paddingLeft: () => 0, paddingRight: () => 12 }

/** Labelled numbers side by side: of the certificate, its book and the student's register entry. */
function factsLine(facts: readonly Fact[]): Content {
  const cells = facts.map(([label, value]) => ({
    stack: [pdfText(label, { color: soft, fontSize: 8 }), pdfText(value, { bold: true })],
  }))
  return { table: { widths: cells.map(() => '*' as const), body: [cells] }, layout: open, margin: [0, 0, 0, 10] }
}

function itemsTable(items: readonly Fact[]): Content {
  const body = items.map(([label, value], index) => [
    { text: String(index + 1), color: soft },
    pdfText(label),
    pdfText(value, { bold: true }),
  ])
  // A transfer certificate has some 26 items and must fit one page with its signatures.
  const isLong = items.length > 16
  const table = { widths: [18, 232, '*' as const], body, dontBreakRows: true }
  return { fontSize: isLong ? 8.5 : 9.5, table, layout: ruled(() => false, 4, isLong ? 1 : 3) }
}

function amountsTable({ heads, rows, total }: NonNullable<CertificateView['amounts']>): Content {
  const figure = (words: string, bold = false) => ({
    ...pdfText(words, { bold, noWrap: true }),
    alignment: 'right' as const,
  })
  const body = [
    [head(heads[0]), head(heads[1], 'right')],
    ...rows.map(([label, amount]) => [pdfText(label), figure(amount)]),
    [pdfText(total[0], { bold: true }), figure(total[1], true)],
  ]
  const table = { widths: ['*' as const, 120], body, headerRows: 1 }
  return { fontSize: 10, margin: [0, 12, 0, 6], table, layout: linesLayout }
}

/** Splits a token into groups of four characters, so that it can be read aloud. */
export const spelled = (token: string) => token.replace(/(.{4})(?=.)/g, '$1-')

/** Signatures and verification, kept together at the end. */
function ending({ signatories }: CertificateView, { token, verifyUrl }: CopyView, locale: Locale): Content {
  const signs = signatories.map((words) => ({
    stack: [
      { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 120, y2: 0, lineWidth: 0.7, lineColor: ink }] },
      pdfText(words, { margin: [0, 3, 0, 0] }),
    ],
    width: '*' as const,
  }))
  const page = verifyUrl.replace(/\/[^/]*$/, '')
  const verification: Content = {
    columns: [
      { qr: verifyUrl, fit: 74, eccLevel: 'M', foreground: ink, width: 84 },
      {
        stack: [
          pdfText(m.certificates_verify_at({ address: page }, { locale }), { color: soft }),
          pdfText(spelled(token), { bold: true, fontSize: 11, margin: [0, 3, 0, 0] }),
        ],
        width: '*',
        margin: [0, 14, 0, 0],
      },
    ],
    columnGap: 8,
    margin: [0, 12, 0, 0],
  }
  return {
    table: {
      widths: ['*'],
      dontBreakRows: true,
      body: [[{ stack: [{ columns: signs, columnGap: 24, margin: [0, 36, 0, 0] }, verification] }]],
    },
    layout: 'noBorders',
  }
}
