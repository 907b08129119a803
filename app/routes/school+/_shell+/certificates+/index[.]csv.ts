import { fileLoader } from '~/kit/pages/list.server'
import { listCertificates } from '~/models/learning/certificates/certificates.server'
import { list } from './index'

export const loader = fileLoader(list, listCertificates)
