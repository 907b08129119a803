import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { CertificateBase } from './options'

export const usualNames = {
  transfer: 'Transfer certificate',
  leaving: 'School leaving certificate',
  bonafide: 'Bonafide certificate',
  character: 'Character certificate',
  no_dues: 'No-dues certificate',
  fee: 'Fee certificate',
} as const satisfies Partial<Record<CertificateBase, string>>

const titles = {
  transfer: m.certificates_title_transfer,
  leaving: m.certificates_title_leaving,
  bonafide: m.certificates_title_bonafide,
  character: m.certificates_title_character,
  no_dues: m.certificates_title_no_dues,
  fee: m.certificates_title_fee,
}

export function certificateTitle(base: CertificateBase, kindName: string, locale: Language): string {
  return base === 'own' ? kindName : titles[base]({}, { locale })
}

/**
 * Returns a kind's name for a reader: a usual kind with its default name is translated, others have the school's name.
 * In English, the name is unchanged.
 */
export function kindNameIn(base: CertificateBase, kindName: string, locale: Language): string {
  const isUsual = base !== 'own' && usualNames[base] === kindName
  return isUsual && locale !== 'en' ? certificateTitle(base, kindName, locale) : kindName
}
