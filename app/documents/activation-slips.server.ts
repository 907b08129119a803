import type { Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { hairline, ink, soft } from './letterhead.server'
import { makePdf } from './pdf.server'
import { drawing, layOut, mm, type Sheet, textIn } from './sheet.server'

export interface ActivationSlip {
  /** The student's own language, used for the slip. */
  language: Locale
  name: string
  /** `Class 6 – A, 12`; null for a student without a section. */
  place: string | null
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  /** Code for schools that require it, and for students whose date of birth alone opens no account (decision 23). */
  code: string
}

export interface ActivationSlipsView {
  schoolName: string
  address: string
  printedAt: Date
  slips: readonly ActivationSlip[]
}

const sheet: Sheet = { columns: 2, rows: 4, width: 100 * mm, height: 70 * mm }
const inset = 7 * mm
const labels = 25 * mm

/**
 * Slips for the first sign-in, eight on an A4 page. Each explains how to sign in, and never shows the birth date
 * itself.
 */
export function renderActivationSlips(view: ActivationSlipsView): Promise<Uint8Array> {
  return makePdf(
    {
      pageMargins: [0, 0, 0, 0],
      defaultStyle: { fontSize: 9, color: ink },
      content: layOut(sheet, view.slips, (slip, x, y) => drawSlip(view, slip, x, y)),
    },
    {
      title: m.accounts_slip_title({}, { locale: 'en' }),
      author: view.schoolName,
      createdAt: view.printedAt,
      language: 'en-IN',
    },
  )
}

function drawSlip(view: ActivationSlipsView, slip: ActivationSlip, left: number, top: number): Content[] {
  const in_ = { locale: slip.language }
  const width = sheet.width - 2 * inset
  const x = left + inset
  const nodes: Content[] = []
  let y = top + 4 * mm
  const put = (
    content: string,
    size: number,
    more: { bold?: boolean; color?: string; smallest?: number; lines?: number },
  ) => {
    const drawn = textIn(content, { x, y, width, size, ...more })
    nodes.push(...drawn.nodes)
    y += drawn.height
  }
  put(view.schoolName, 10, { smallest: 7, color: soft })
  put(slip.name, 13.5, { bold: true, smallest: 8, lines: 2 })
  put([slip.place, slip.enrollmentNumber].filter((part) => part !== null).join('  ·  '), 9.5, {
    smallest: 6.5,
    color: soft,
  })
  y += 2
  nodes.push(drawing([{ type: 'line', x1: x, y1: y, x2: x + width, y2: y, lineWidth: 0.7, lineColor: hairline }]))
  y += 4
  put(m.accounts_slip_title({}, in_), 11, { bold: true, smallest: 7 })
  y += 2
  const row = (label: string, value: string, strong: boolean, size = 10) => {
    const name = textIn(label, { x, y, width: labels - 6, size: 8.5, smallest: 6, lines: 2, color: soft })
    const said = textIn(value, { x: x + labels, y, width: width - labels, size, smallest: 6.5, lines: 2, bold: strong })
    nodes.push(...name.nodes, ...said.nodes)
    y += Math.max(name.height, said.height) + 1.5
  }
  row(m.accounts_slip_address({}, in_), view.address, false)
  row(m.accounts_slip_name({}, in_), [slip.mobileNumber, slip.email].filter((one) => one !== null).join('  /  '), true)
  row(m.accounts_slip_password({}, in_), m.accounts_slip_birth({}, in_), false)
  row(m.accounts_slip_code({}, in_), slip.code, true, 13)
  y += 2
  put(m.accounts_slip_then({}, in_), 8.5, { smallest: 6, lines: 2, color: soft })
  return nodes
}
