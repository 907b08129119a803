import type { Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import type { InvitationSlip } from '~/models/people/guardians/invite.server'
import { hairline, ink, soft } from './letterhead.server'
import { makePdf } from './pdf.server'
import { drawing, layOut, mm, type Sheet, textIn } from './sheet.server'

export interface GuardianSlipsView {
  schoolName: string
  /** Full address of the activation page. */
  address: string
  printedAt: Date
  slips: ReadonlyArray<InvitationSlip & { needed: string }>
}

const sheet: Sheet = { columns: 2, rows: 4, width: 100 * mm, height: 70 * mm }
const inset = 7 * mm
const labels = 25 * mm

/**
 * Invitations of guardians, eight on an A4 page, each in the family's language. Never prints the full mobile number.
 */
export function renderGuardianSlips(view: GuardianSlipsView): Promise<Uint8Array> {
  return makePdf(
    {
      pageMargins: [0, 0, 0, 0],
      defaultStyle: { fontSize: 9, color: ink },
      content: layOut(sheet, view.slips, (slip, x, y) => drawSlip(view, slip, x, y)),
    },
    {
      title: m.family_slip_title({}, { locale: 'en' }),
      author: view.schoolName,
      createdAt: view.printedAt,
      language: 'en-IN',
    },
  )
}

function drawSlip(
  view: GuardianSlipsView,
  slip: GuardianSlipsView['slips'][number],
  left: number,
  top: number,
): Content[] {
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
  y += 2
  nodes.push(drawing([{ type: 'line', x1: x, y1: y, x2: x + width, y2: y, lineWidth: 0.7, lineColor: hairline }]))
  y += 4
  put(m.family_slip_title({}, in_), 11, { bold: true, smallest: 7 })
  y += 2
  const row = (label: string, value: string, strong: boolean, size = 9.5) => {
    const name = textIn(label, { x, y, width: labels - 6, size: 8.5, smallest: 6, lines: 2, color: soft })
    const said = textIn(value, { x: x + labels, y, width: width - labels, size, smallest: 6.5, lines: 2, bold: strong })
    nodes.push(...name.nodes, ...said.nodes)
    y += Math.max(name.height, said.height) + 1.5
  }
  row(m.family_slip_children({}, in_), slip.children, true)
  row(m.family_slip_address({}, in_), view.address, false)
  row(m.family_slip_code({}, in_), slip.code, true, 13)
  row(m.family_slip_needed({}, in_), slip.needed, false)
  row(m.family_slip_until({}, in_), formatDay(slip.validUntil, slip.language), false)
  y += 2
  put(m.family_slip_then({}, in_), 8.5, { smallest: 6, lines: 2, color: soft })
  return nodes
}
