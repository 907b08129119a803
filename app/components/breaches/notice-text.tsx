import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { type TextPart, textParts } from '~/models/entry/breaches/options'

const headings = {
  nature: m.breaches_nature,
  consequences: m.breaches_consequences,
  measures: m.breaches_measures,
  steps: m.breaches_steps,
  contact: m.breaches_contact,
} as const satisfies Record<TextPart, unknown>

type NoticeTextProps = { language: Language; parts: Record<TextPart, string>; heading?: 'h2' | 'h3' }

/**
 * Five parts of a breach notice (Rule 7 of the DPDP Rules 2025) under their headings, as families read them and as the
 * owner previews them.
 */
export function NoticeText({ language: locale, parts, heading: Heading = 'h3' }: NoticeTextProps) {
  return textParts.map((part) => (
    <div key={part}>
      <Heading>{headings[part]({}, { locale })}</Heading>
      <p className="typed">{parts[part]}</p>
    </div>
  ))
}
