import type { Content, Drawn } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay } from '~/models/core/shared/calendar'
import { dataUrl, hairline, ink, soft } from './letterhead.server'
import { makePdf } from './pdf.server'
import { drawing, layOut, mm, type Sheet, textIn } from './sheet.server'

export interface IdCard {
  /** The student's own language, used for the card. */
  language: Locale
  name: string
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  sessionName: string | null
  enrollmentNumber: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  fatherName: string
  phone: string
  address: string
  /** PNG or JPEG; null prints a silhouette. */
  photo: Uint8Array | null
}

export interface IdCardsView {
  school: { name: string; address: string; phone: string; logo: Uint8Array | null }
  printedAt: Date
  cards: readonly IdCard[]
}

/** The size of a bank card (ISO 7810 ID-1), ten on a page. */
const sheet: Sheet = { columns: 2, rows: 5, width: 85.6 * mm, height: 54 * mm }
const inset = 3.2 * mm
const band = 11 * mm
const photo = { width: 20 * mm, height: 24 * mm }
const brand = '#0b5d4e'

/** Identity cards of students, ten on an A4 page with lines to cut along. */
export function renderIdCards(view: IdCardsView): Promise<Uint8Array> {
  const photos = view.cards.flatMap(({ photo: image }, index) => (image ? [[photoName(index), dataUrl(image)]] : []))
  const logo = view.school.logo ? [['logo', dataUrl(view.school.logo)]] : []
  const numbered = view.cards.map((card, index) => ({ card, index }))
  return makePdf(
    {
      pageMargins: [0, 0, 0, 0],
      defaultStyle: { fontSize: 7, color: ink },
      images: Object.fromEntries([...photos, ...logo]),
      content: layOut(sheet, numbered, ({ card, index }, x, y) => [
        ...drawSchool(view.school, card, x, y),
        ...drawPhoto(card, index, x + inset, y + band + inset),
        ...drawFacts(card, x + inset + photo.width + 3 * mm, y + band + inset - 1),
      ]),
    },
    {
      title: m.accounts_card_title({}, { locale: 'en' }),
      author: view.school.name,
      createdAt: view.printedAt,
      language: 'en-IN',
    },
  )
}

const photoName = (index: number) => `photo-${index}`

function drawSchool(school: IdCardsView['school'], card: IdCard, x: number, y: number): Content[] {
  const nodes: Content[] = [drawing([{ type: 'rect', x, y, w: sheet.width, h: band, color: brand }])]
  const side = 8 * mm
  let left = x + inset
  if (school.logo) {
    const at = { x: left, y: y + (band - side) / 2 }
    nodes.push(drawing([{ type: 'rect', x: at.x, y: at.y, w: side, h: side, r: 2, color: '#ffffff' }]))
    nodes.push({ image: 'logo', fit: [side, side], absolutePosition: at })
    left += side + 2 * mm
  }
  const width = x + sheet.width - inset - left
  const name = textIn(school.name, {
    x: left,
    y: y + 3.5,
    width,
    size: 9.5,
    smallest: 6.5,
    bold: true,
    color: '#ffffff',
  })
  const detail = [school.phone, school.address].filter((part) => part !== '').join('  ·  ')
  const contact = textIn(detail, { x: left, y: y + 4 + name.height, width, size: 6, smallest: 5, color: '#ffffff' })
  nodes.push(...name.nodes, ...contact.nodes)
  const foot = [m.accounts_card_title({}, { locale: card.language }), card.sessionName].filter((part) => part !== null)
  const bottom = {
    x: x + inset,
    y: y + band + inset + photo.height + 3,
    width: photo.width,
    alignment: 'center' as const,
  }
  nodes.push(...textIn(foot.join(' '), { ...bottom, size: 6.5, smallest: 5, lines: 2, bold: true, color: brand }).nodes)
  return nodes
}

function drawPhoto(card: IdCard, index: number, x: number, y: number): Content[] {
  const { width, height } = photo
  const frame: Drawn = { type: 'rect', x, y, w: width, h: height, lineWidth: 0.5, lineColor: hairline }
  if (card.photo) {
    return [{ image: photoName(index), cover: { width, height }, absolutePosition: { x, y } }, drawing([frame])]
  }
  const middle = x + width / 2
  const grey = '#d5dce3'
  return [
    drawing([
      { type: 'ellipse', x: middle, y: y + height * 0.38, r1: width * 0.19, r2: width * 0.22, color: grey },
      { type: 'ellipse', x: middle, y: y + height * 0.82, r1: width * 0.36, r2: height * 0.18, color: grey },
      frame,
    ]),
  ]
}

function drawFacts(card: IdCard, x: number, top: number): Content[] {
  const say = sayIn(card.language)
  const width = sheet.width - (2 * inset + photo.width + 3 * mm)
  const labels = 19 * mm
  const name = textIn(card.name, { x, y: top, width, size: 10.5, smallest: 7, lines: 2, bold: true })
  const nodes: Content[] = [...name.nodes]
  let y = top + name.height + 1.5
  const classSection = [card.className, card.sectionName].filter((part) => part !== null).join(' – ')
  const rows: Array<[label: string, value: string, lines: number]> = [
    [say(m.students_class), classSection, 1],
    [say(m.students_roll_number), card.rollNumber === null ? '' : String(card.rollNumber), 1],
    [say(m.students_enrollment_number), card.enrollmentNumber, 1],
    [say(m.students_date_of_birth), formatDay(card.dateOfBirth, card.language), 1],
    [say(m.students_father_name), card.fatherName, 1],
    [say(m.students_mobile_number), card.phone, 1],
    [say(m.students_address), card.address, 2],
  ]
  for (const [label, value, lines] of rows) {
    if (value === '') continue
    const labelText = textIn(label, { x, y, width: labels - 3, size: 6.5, smallest: 5, color: soft })
    const fact = textIn(value, { x: x + labels, y, width: width - labels, size: 7, smallest: 5.5, lines })
    nodes.push(...labelText.nodes, ...fact.nodes)
    y += Math.max(labelText.height, fact.height)
  }
  return nodes
}
