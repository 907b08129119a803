import { fileLoader } from '~/kit/pages/list.server'
import { listMailAddresses } from '~/models/contact/mail/addresses.server'
import { list } from './index'

export const loader = fileLoader(list, listMailAddresses)
