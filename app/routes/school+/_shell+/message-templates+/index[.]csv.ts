import { templates } from '~/models/messaging/templates.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The texts with their variables and samples, to be copied into the operators’ portal. */
export const loader = fileLoader(list, templates.list)
