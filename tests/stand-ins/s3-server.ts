import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { freePort } from '../factories/app'

/** Starts a third-party S3-compatible server (s3rver), with one bucket, in a temporary folder. */
export async function startS3Server() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shala-s3-'))
  const port = await freePort()
  const configureBuckets = [{ name: 'files', configs: [] }]
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets })
  keepFolders(server)
  await server.run()
  return {
    /** Format of STORAGE_URL, with the server's own key and secret. */
    address: `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?region=us-east-1&tls=0`,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Works around a crash of s3rver, which deletes a folder together with its last file, even while another request writes
 * into it: puts a file into every folder, so that none is ever empty.
 */
function keepFolders({ store }: S3rver): void {
  const put = store.putObject.bind(store)
  store.putObject = (object) => {
    const folder = path.dirname(store.getResourcePath(object.bucket, object.key, 'object'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'no object'), '')
    return put(object)
  }
}
