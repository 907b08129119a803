/**
 * How a page is met: `light` without script on a phone, `enhanced` with it, `broken` where the files of the scripts fail to
 * load although the browser was found able.
 */
export const modes = ['light', 'enhanced', 'broken'] as const
export type Mode = (typeof modes)[number]

const all = modes
const both = ['light', 'enhanced'] as const

/** Every flow of the product, and the modes it must stand. A cell without a test fails tests/flows.test.ts. */
export const flows = {
  'a school registers and is shown its first steps': both,
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money': all,
  'a student signs in for the first time, chooses a password and sees nothing before that': all,
  'a wrong password offers the reset': both,
  'a student who forgot the password gets a mail and chooses another': all,
  'an office user who forgot the password gets a mail and chooses another': both,
  'a student signs out, and the way back shows nothing': all,
  'a student reads the portal in Gujarati': all,
  'data saver sends no script': both,
  'a student changes the password and is signed out elsewhere': both,
  'a payment that fails can be tried again': both,
  'a payment that is cancelled charges nothing': both,
  'a school without keys is told to pay at the office': both,
  'an office records cash, and the student finds the receipt': all,
  'an office is told what is wrong in a form, beside the field, and nothing typed is lost': all,
  'an office deletes what nothing depends on, and is refused what something does': both,
} as const satisfies Record<string, readonly Mode[]>

export type Flow = keyof typeof flows
