/** The stand-in for Docker's daemon, asked as Testcontainers asks. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createDockerStandIn } from '../../scripts/docker-stand-in.ts';

test('a container starts, says so, and has the port of the server', async () => {
  const daemon = createDockerStandIn(5005);
  await new Promise<void>((resolve) => daemon.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(daemon.address() as AddressInfo).port}/v1.44`;
    const created = await fetch(`${url}/containers/create?name=x`, { method: 'POST', body: '{}' });
    assert.equal(created.status, 201);
    const { Id: id } = (await created.json()) as { Id: string };
    assert.equal((await fetch(`${url}/containers/${id}/start`, { method: 'POST' })).status, 200);
    const log = await fetch(`${url}/containers/${id}/logs?follow=true`);
    const { value } = await log.body!.getReader().read();
    assert.match(Buffer.from(value!).subarray(8).toString(), /Application starting/);
    const { NetworkSettings: network } = (await (await fetch(`${url}/containers/${id}/json`)).json()) as {
      NetworkSettings: { Ports: Record<string, readonly { HostPort: string }[]> };
    };
    assert.equal(network.Ports['5005/tcp']?.[0]?.HostPort, '5005');
    assert.equal((await fetch(`${url}/swarm`)).status, 404);
  } finally {
    daemon.closeAllConnections();
    daemon.close();
  }
});
