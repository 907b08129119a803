import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, expect, it, vi } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-authority-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('refuses plain-text connections and servers that the configured authority has not signed', async () => {
  process.env.DATABASE_CA = path.join(folder, 'ca.pem')
  writeFileSync(process.env.DATABASE_CA, rootCertificates[0] ?? '')
  vi.resetModules()
  const { closeDatabase } = await import('./connection.server')
  const { select } = await import('./statements.server')
  // Debian's MariaDB offers no TLS; MySQL has a self-signed certificate.
  await expect(select('SELECT 1 AS one')).rejects.toThrow(/does not support secure connection|self.signed certificate/)
  await closeDatabase()
  delete process.env.DATABASE_CA
  vi.resetModules()
  const plainConnection = await import('./connection.server')
  const plain = await import('./statements.server')
  expect(await plain.select('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await plainConnection.closeDatabase()
})
