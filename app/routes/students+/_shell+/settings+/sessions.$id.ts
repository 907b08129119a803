import { endingSession } from '~/http/account-pages.server'

const page = endingSession('student')
export const loader = page.loader
export const action = page.action
