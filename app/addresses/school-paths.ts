import { listAt } from './kinds'
import { linksOf } from './links'
import { accountPaths } from './paths'
import { contactAt } from './school/contact'
import { entryAt } from './school/entry'
import { learningAt } from './school/learning'
import { moneyAt } from './school/money'
import { peopleAt } from './school/people'

/** Every address of the school's side. Separate from `paths`, so that a student's browser does not load it. */
export const schoolPaths = linksOf({
  ...accountPaths.school,
  register: '/school/register',
  /** Pages between the password and the portal: the code of the second factor, and the factor's set-up. */
  secondStep: '/school/second-factor',
  setUpFactor: '/school/second-factor/set-up',
  confirmFactor: '/school/second-factor/confirmation',
  /** Target of the link that is mailed to a school after its registration; `?token=`. */
  openSchool: '/school/registration',
  /**
   * Search of students, receipts, applications, staff and pages: `?search=`. With `go=1` it redirects to the record
   * that has exactly this number.
   */
  search: '/school/search',
  settings: '/school/settings',
  profile: '/school/settings/profile',
  logo: '/school/settings/logo',
  location: '/school/settings/location',
  mapsKey: '/school/settings/maps',
  ...listAt('audit', '/school/audit'),
  ...listAt('security', '/school/security'),
  ...peopleAt,
  ...contactAt,
  ...moneyAt,
  ...learningAt,
  ...entryAt,
})
