import { benchReceipt } from './receipt'

console.log(JSON.stringify(await benchReceipt()))
