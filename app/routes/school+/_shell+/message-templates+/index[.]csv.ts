import { fileLoader } from '~/kit/pages/list.server'
import { templates } from '~/models/contact/messaging/templates.server'
import { list } from './index'

/** Sends the texts with their variables and samples, for copying into the operators’ portal. */
export const loader = fileLoader(list, templates.list)
