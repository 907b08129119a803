import { endingSession } from '~/http/account-pages.server'

const page = endingSession('guardian')
export const loader = page.loader
export const action = page.action
