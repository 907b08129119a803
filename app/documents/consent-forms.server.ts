import type { Content } from 'pdfmake'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { NoticeText } from '~/models/contact/consents/consent-view'
import { formatDay } from '~/models/core/shared/calendar'
import { dataUrl, ink, type LetterheadView, letterhead, line, pageMargin, soft } from './letterhead.server'
import { makePdf, pdfText, phrase } from './pdf.server'

export interface ConsentFormsView {
  school: LetterheadView
  /** PNG or JPEG. */
  logo: Uint8Array | null
  language: Language
  /** `YYYY-MM-DD` */
  printedOn: string
  /** Version number of the printed notice. */
  number: number
  text: NoticeText
  students: readonly { name: string; enrollmentNumber: string; classSection: string }[]
}

/**
 * Consent forms for signature, one page per student: the whole notice, yes and no as boxes of equal size, and the
 * signatory.
 */
export function renderConsentForms(view: ConsentFormsView): Promise<Uint8Array> {
  const { language: locale, school, logo, printedOn } = view
  return makePdf(
    {
      pageMargins: [pageMargin, 40, pageMargin, 40],
      defaultStyle: { fontSize: 9.5, color: ink },
      images: logo ? { logo: dataUrl(logo) } : undefined,
      content: view.students.map((student, index) => ({
        stack: formOf(view, student),
        ...(index > 0 ? { pageBreak: 'before' as const } : {}),
      })),
    },
    {
      title: m.consents_form_title({}, { locale }),
      author: school.name,
      createdAt: new Date(`${printedOn}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

function formOf(view: ConsentFormsView, student: ConsentFormsView['students'][number]): Content[] {
  const { language: locale, text: said, school, logo } = view
  const fact = (label: string, value: string): Content =>
    phrase([`${label}: `, { color: soft }], [value, { bold: true }])
  const items = said.sharedWith.length > 0 ? said.sharedWith : [m.consents_shared_nobody({}, { locale })]
  const part = (title: string, lines: readonly string[]): Content => ({
    stack: [pdfText(title, { bold: true }), ...lines.map((each) => pdfText(`• ${each}`, { margin: [6, 1, 0, 0] }))],
    margin: [0, 0, 0, 7],
  })
  const words = (title: string, content: string | null): Content[] =>
    content === null
      ? []
      : [{ stack: [pdfText(title, { bold: true }), pdfText(content, { lineHeight: 1.2 })], margin: [0, 0, 0, 7] }]
  const box = (label: string): Content => ({
    columns: [
      { canvas: [{ type: 'rect', x: 0, y: 1, w: 12, h: 12, lineWidth: 1, lineColor: ink }], width: 20 },
      pdfText(label, { width: '*', fontSize: 10.5 }),
    ],
    margin: [0, 4, 0, 4],
  })
  const blank = (label: string): Content => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 26, x2: 235, y2: 26, lineWidth: 0.7, lineColor: ink }] },
      pdfText(label, { color: soft, fontSize: 8.5, margin: [0, 2, 0, 0] }),
    ],
    width: '*',
  })
  return [
    letterhead(school, logo !== null),
    line([0, 8, 0, 10]),
    pdfText(`${m.consents_form_title({}, { locale })}: ${said.title}`, {
      fontSize: 14,
      bold: true,
      margin: [0, 0, 0, 8],
    }),
    fact(m.consents_form_student({}, { locale }), `${student.name} (${student.enrollmentNumber})`),
    { ...fact(m.consents_form_class({}, { locale }), student.classSection), margin: [0, 2, 0, 10] },
    part(m.consents_data({}, { locale }), said.data),
    part(m.consents_uses({}, { locale }), said.uses),
    part(m.consents_shared({}, { locale }), items),
    ...words(m.consents_rights_title({}, { locale }), said.rights),
    ...words(m.consents_withdrawal_title({}, { locale }), said.withdrawal),
    ...words(m.consents_complaint_title({}, { locale }), said.complaint),
    ...words(m.consents_contact_title({}, { locale }), said.contact),
    {
      stack: [
        pdfText(m.consents_form_free({}, { locale }), { bold: true, margin: [0, 2, 0, 4] }),
        box(m.consents_form_yes({}, { locale })),
        box(m.consents_form_no({}, { locale })),
        {
          columns: [blank(m.consents_form_name({}, { locale })), blank(m.consents_form_relation({}, { locale }))],
          columnGap: 20,
        },
        {
          columns: [blank(m.consents_form_date({}, { locale })), blank(m.consents_form_signature({}, { locale }))],
          columnGap: 20,
        },
        pdfText(m.consents_version({ number: view.number, date: formatDay(view.printedOn, locale) }, { locale }), {
          color: soft,
          fontSize: 8,
          margin: [0, 8, 0, 0],
        }),
      ],
      unbreakable: true,
    },
  ]
}
