import { listMailAddresses } from '~/models/mail/addresses.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listMailAddresses)
