import { choosingLanguage } from '~/http/account-pages.server'
import { requireGuardian } from '~/http/route.server'
import { chooseGuardianLanguage } from '~/models/people/guardians/own-account.server'

const page = choosingLanguage('guardian', requireGuardian, chooseGuardianLanguage)
export const loader = page.loader
export const action = page.action
