import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { renderSlips, type SlipsView } from './slips.server'

export interface ActivationSlip {
  /** The student's own language, used for the slip. */
  language: Locale
  name: string
  /** Section and roll number, such as `Class 6 – A, 12`; null for a student without a section. */
  place: string | null
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  /**
   * Code for schools that require it, and for students who cannot sign in with the date of birth alone (decision 23).
   */
  code: string
}

export type ActivationSlipsView = SlipsView<ActivationSlip>

/** Slips for the first sign-in. Each explains how to sign in, but never shows the student's date of birth. */
export function renderActivationSlips(view: ActivationSlipsView): Promise<Uint8Array> {
  return renderSlips(
    view,
    ({ place, enrollmentNumber, mobileNumber, email, code }, say) => ({
      under: [place, enrollmentNumber].filter((part) => part !== null).join('  ·  '),
      title: say(m.accounts_slip_title),
      size: 10,
      rows: [
        { label: say(m.accounts_slip_address), value: view.address },
        { label: say(m.accounts_slip_name), value: joined([mobileNumber, email]), isStrong: true },
        { label: say(m.accounts_slip_password), value: say(m.accounts_slip_birth) },
        { label: say(m.accounts_slip_code), value: code, isStrong: true, size: 13 },
      ],
      next: say(m.accounts_slip_then),
    }),
    m.accounts_slip_title({}, { locale: 'en' }),
  )
}

const joined = (names: readonly (string | null)[]) => names.filter((one) => one !== null).join('  /  ')
