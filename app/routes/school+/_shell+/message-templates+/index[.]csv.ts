import { templates } from '~/models/messaging/templates.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** Sends the texts with their variables and samples, for copying into the operators’ portal. */
export const loader = fileLoader(list, templates.list)
