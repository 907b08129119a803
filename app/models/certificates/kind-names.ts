import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { CertificateBase } from './options'

/** What the usual kinds are called as a school begins with them. */
export const usualNames = {
  transfer: 'Transfer certificate',
  leaving: 'School leaving certificate',
  bonafide: 'Bonafide certificate',
  character: 'Character certificate',
  no_dues: 'No-dues certificate',
  fee: 'Fee certificate',
} as const satisfies Partial<Record<CertificateBase, string>>

/** The same as the heads of certificates have them, in three languages. */
const titles = {
  transfer: m.certificates_title_transfer,
  leaving: m.certificates_title_leaving,
  bonafide: m.certificates_title_bonafide,
  character: m.certificates_title_character,
  no_dues: m.certificates_title_no_dues,
  fee: m.certificates_title_fee,
}

/** What stands at the head of a certificate in its language: of an own kind the school's word for it. */
export function certificateTitle(base: CertificateBase, kindName: string, locale: Language): string {
  return base === 'own' ? kindName : titles[base]({}, { locale })
}

/**
 * What a kind is called for a reader: a usual kind whose name the school has left as it was in the reader's language, every other in the
 * school's own words. In English, as the office reads, that is the name as it stands.
 */
export function kindNameIn(base: CertificateBase, kindName: string, locale: Language): string {
  const isUsual = base !== 'own' && usualNames[base] === kindName
  return isUsual && locale !== 'en' ? certificateTitle(base, kindName, locale) : kindName
}
