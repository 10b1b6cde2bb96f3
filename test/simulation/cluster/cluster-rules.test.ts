/** One test for each fault that docs/cluster-protocol.md names: the cluster survives it, and says so where it must stop. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { DamagedRowError } from '../../../src/storage/damaged-row-error.ts';
import type { CallOutcome } from '../../support/cluster/memory-cluster-store.ts';
import { ClusterScene } from './cluster-scene.ts';

const DAMAGE = new DamagedRowError({ table: 'entries', key: 'AB', ledgerIndex: 2 });

describe('a cluster survives', () => {
  let scene: ClusterScene;

  afterEach(() => scene.close());

  async function openScene() {
    scene = await ClusterScene.open('one', 'two', 'three');
    const leader = await scene.leader();
    return { leader, others: scene.machines.filter((one) => one !== leader) };
  }

  for (const lateMs of [300, 3_500]) {
    test(`a late statement: an append that takes effect after ${lateMs} ms, when the leader has read that it had not`, async () => {
      const { leader } = await openScene();
      await scene.pay(leader);
      const outcomes: CallOutcome[] = [{ ending: 'late', lateMs }];
      scene.outcomeOf = (place, call) =>
        place === leader.place && call === 'log.append' ? (outcomes.shift() ?? {}) : {};
      await scene.until('the append is late', () => outcomes.length === 0);
      await scene.recover();
    });
  }

  test('a lost tail: the promoted standby lacks the last ledgers', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    const follower = await scene.follower();
    await scene.pass(4_000);
    for (let payment = 0; payment < 3; payment++) await scene.pay(follower);
    scene.database.promoteStandby(2_000);
    await scene.recover();
  });

  test('a lost tail at the moment at which another member takes the lease', async () => {
    const { leader, others } = await openScene();
    await scene.pass(2_000);
    for (const { address } of others) scene.network.part(leader.address, address);
    let isTaken = false;
    scene.outcomeOf = (place, call) => {
      if (place === leader.place && call === 'lease.renew') return { ending: 'refused' };
      if (call !== 'lease.take' || isTaken) return {};
      isTaken = true;
      const { last } = scene.database.range()!;
      assert.ok(scene.hasServed(leader.place, last.ledgerIndex));
      scene.database.promoteStandby(950);
      assert.equal(scene.database.range()!.last.ledgerIndex, last.ledgerIndex - 1);
      leader.stop();
      return {};
    };
    await scene.until('the lease is taken', () => isTaken);
    await scene.pass(6_000);
    for (const { address } of others) scene.network.rejoin(leader.address, address);
    leader.resume();
    await scene.recover();
  });

  test('a lost tail of which another member reports while the lease is taken', async () => {
    const { leader, others } = await openScene();
    await scene.pass(2_000);
    for (const { address } of others) scene.network.part(leader.address, address);
    let [isTaken, isLost] = [false, false];
    scene.outcomeOf = (place, call) => {
      const isLeader = place === leader.place;
      if (isLeader && ['lease.renew', 'lease.take'].includes(call)) return { ending: 'refused' };
      if (call === 'lease.take') {
        isTaken = true;
        return { thereMs: 2_500 };
      }
      if (isLeader && isTaken && call === 'log.append' && !isLost) {
        isLost = true;
        scene.time.after(0, () => scene.database.forget(1));
      }
      return {};
    };
    await scene.until('the log has lost a ledger', () => isLost);
    const { lastServed } = scene;
    await scene.pass(1);
    assert.equal(scene.database.range()!.last.ledgerIndex, lastServed - 1);
    await scene.pass(5_000);
    assert.equal(scene.lastServed, lastServed);
    for (const { address } of others) scene.network.rejoin(leader.address, address);
    scene.outcomeOf = () => ({});
    await scene.recover();
  });

  test('a lost tail with a durable submission that waits for an earlier one', async () => {
    const { leader } = await openScene();
    await scene.pay(leader);
    await scene.pass(4_000);
    const [first, second] = [scene.nextPayment(), scene.nextPayment()];
    assert.equal((await scene.submit(leader, second)).engine_result, 'terPRE_SEQ');
    scene.database.promoteStandby(1_000);
    assert.deepEqual(scene.database.submissions(), []);
    // Longer than a request waits for a leader.
    scene.outcomeOf = (_place, call) => (call === 'lease.take' ? { ending: 'refused' } : {});
    await scene.pass(15_000);
    scene.outcomeOf = () => ({});
    await scene.pass(3_000);
    assert.equal((await scene.submit(await scene.leader(), first)).engine_result, 'tesSUCCESS');
    for (const { id } of [first, second]) scene.acknowledged.add(id);
    await scene.recover();
  });

  test('a failed disk: the member stands back for ten seconds', async () => {
    const { leader } = await openScene();
    leader.disk.prepare('refused', () => {
      for (const other of scene.machines) if (other !== leader) other.kill();
    });
    await scene.until('the lead ends', () => !scene.leads(leader));
    await scene.pass(100);
    assert.equal(scene.database.lease().holder, undefined);
    for (let seconds = 0; seconds < 9; seconds++) {
      await scene.pass(1_000);
      assert.equal(scene.leads(leader), false, `after ${seconds + 1} s`);
    }
    await scene.recover();
  });

  test('a lost tail that only one member has, which comes back later', async () => {
    const { leader, others } = await openScene();
    for (const one of others) one.isCutOff = true;
    await scene.pay(leader);
    await scene.pass(3_000);
    const { lastServed } = scene;
    leader.stop();
    for (const one of others) one.isCutOff = false;
    scene.database.promoteStandby(3_500);
    await scene.pass(20_000);
    assert.ok(scene.lastServed <= lastServed, 'no ledgers are made on less than was served');
    leader.resume();
    await scene.recover();
  });

  test('a lost tail that only a member has that is stopped in order before it leads', async () => {
    const { leader, others } = await openScene();
    for (const one of others) {
      one.isCutOff = true;
      scene.network.part(one.address, leader.address);
    }
    await scene.pass(3_000);
    const { lastServed } = scene;
    scene.outcomeOf = (_place, call) => (call === 'lease.take' ? { ending: 'refused' } : {});
    for (const one of others) one.isCutOff = false;
    scene.database.promoteStandby(3_500);
    await scene.until('it is ahead', () => leader.member!.cluster.membership.role === 'ahead');
    await scene.pass(2_000);
    await Promise.all([leader.leave(), scene.pass(2_000)]);
    scene.outcomeOf = () => ({});
    await scene.pass(10_000);
    assert.ok(scene.lastServed <= lastServed, 'no ledgers are made on less than was served');
    for (const one of others) scene.network.rejoin(one.address, leader.address);
    leader.start();
    await scene.recover();
  });

  test('a lost tail that members know of but do not have', async () => {
    const { leader, others } = await openScene();
    for (const one of others) one.isCutOff = true;
    await scene.pass(2_500);
    const { lastServed } = scene;
    leader.kill();
    scene.database.forget(8);
    assert.ok(scene.database.range()!.last.ledgerIndex < lastServed);
    for (const one of others) one.isCutOff = false;
    await scene.pass(10_000);
    assert.equal(scene.lastServed, lastServed);
    assert.match(
      String(others[0]!.member!.cluster.problem()),
      /was validated, and neither the log nor this node has it/,
    );
    leader.start();
    await scene.recover();
  });

  test('an emptied database: a member without ledgers founds no other chain', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    scene.outcomeOf = (_place, call) => (call === 'lease.take' ? { ending: 'refused' } : {});
    scene.database.promoteStandby(Number.POSITIVE_INFINITY);
    assert.equal(scene.database.range(), undefined);
    await scene.pass(2_000);
    scene.outcomeOf = (place, call) => (place !== 'four' && call === 'lease.take' ? { ending: 'refused' } : {});
    scene.add('four').start();
    await scene.pass(2_000);
    assert.equal(scene.database.range(), undefined);
    scene.outcomeOf = () => ({});
    await scene.recover();
  });

  test('ledgers that are lost by decision, on a running member: it says so, and does not keep others from leading', async () => {
    const { leader, others } = await openScene();
    const [first, second] = others as [typeof leader, typeof leader];
    for (const one of others) one.isCutOff = true;
    await scene.pass(3_000);
    leader.stop();
    for (const one of others) one.isCutOff = false;
    scene.database.promoteStandby(3_500);
    await scene.pass(10_000);
    scene.lose(scene.database.range()!.last.ledgerIndex);
    scene.database.recover(first.name);
    await scene.until('it leads', () => scene.leads(first));
    await scene.pass(3_000);
    leader.resume();
    const { cluster } = leader.member!;
    await scene.until('it is apart', () => cluster.membership.role === 'apart');
    const { ledgerIndex } = cluster.node.validated;
    await scene.pass(2_000);
    assert.match(String(cluster.problem()), /holds another chain than the cluster's database/);
    assert.equal(cluster.readProblem(), cluster.problem());
    first.kill();
    await scene.until('another member leads', () => scene.leads(second));
    await scene.pass(3_000);
    assert.equal(cluster.node.validated.ledgerIndex, ledgerIndex, 'it keeps its own ledgers');
    assert.equal((await scene.ask(leader, 'ledger', { ledger_index: 'validated' })).error, 'notSynced');
    assert.equal((await scene.ask(leader, 'ping')).error, undefined);
  });

  for (const role of ['leader', 'follower'] as const) {
    test(`a damaged row of the ${role}: it serves no ledger until it has built its data again`, async () => {
      const { leader, others } = await openScene();
      await scene.pay(leader);
      await scene.pass(3_000);
      const machine = role === 'leader' ? leader : others[0]!;
      const { cluster } = machine.member!;
      const before = machine.disk;
      before.damage = DAMAGE;
      let readCalls = 0;
      scene.outcomeOf = (place, call) =>
        place === machine.place && call === 'log.read' && readCalls++ < 3 ? { ending: 'refused' } : {};
      await scene.until('it has met the failing database', () => readCalls > 0);
      assert.equal(cluster.membership.role, 'damaged');
      assert.match(String(cluster.problem()), /^the data of this node are damaged/);
      assert.equal(cluster.readProblem(), cluster.problem());
      assert.equal(scene.leads(machine), false);
      assert.equal((await scene.ask(machine, 'ledger', { ledger_index: 'validated' })).error, 'notSynced');
      assert.equal((await scene.ask(machine, 'ping')).error, undefined);
      await scene.pay(machine);
      await scene.until('it runs on other data', () => machine.disk !== before && machine.member !== undefined);
      assert.equal(machine.disk.ledgerRange()!.first, 1);
      await scene.recover();
      assert.equal(machine.member!.cluster.problem(), undefined);
    });
  }

  test('a damaged row of a member that has more ledgers than the database: its data stay', async () => {
    const { leader, others } = await openScene();
    for (const one of others) one.isCutOff = true;
    await scene.pass(3_000);
    scene.database.promoteStandby(2_000);
    const before = leader.disk;
    before.damage = DAMAGE;
    const { cluster } = leader.member!;
    await scene.until('it cannot build them', () => /could not be built again/.test(String(cluster.problem())));
    assert.match(String(cluster.problem()), /the database has no ledger after \d+, but this node has \d+$/);
    await scene.pass(30_000);
    assert.equal(leader.disk, before);
  });

  test('a lost tail that only members have that were stopped in order', async () => {
    const { leader } = await openScene();
    const last = await scene.follower();
    last.isCutOff = true;
    await scene.pay(leader);
    await scene.pass(2_000);
    const stopped = scene.machines.filter((one) => one !== last);
    await Promise.all([...stopped.map((one) => one.leave()), scene.pass(3_000)]);
    const { lastServed } = scene;
    last.isCutOff = false;
    scene.database.promoteStandby(6_000);
    await scene.pass(10_000);
    assert.ok(scene.lastServed <= lastServed, 'no ledgers are made on less than was served');
    for (const one of stopped) one.start();
    await scene.recover();
  });

  test('a lost tail whose only holder does not come back: the operator decides', async () => {
    const { leader, others } = await openScene();
    for (const one of others) one.isCutOff = true;
    await scene.pay(leader);
    await scene.pass(3_000);
    leader.kill();
    for (const one of others) one.isCutOff = false;
    scene.database.promoteStandby(3_500);
    await scene.pass(15_000);
    const [first] = others as [typeof leader];
    const { cluster } = first.member!;
    assert.match(
      String(cluster.problem()),
      new RegExp(`another server than before, and ${leader.name} may have ledgers`),
    );
    assert.equal(cluster.readProblem(), undefined);
    assert.equal(cluster.leadProblem(), 'no node leads the cluster');
    scene.lose(scene.database.range()!.last.ledgerIndex);
    scene.acknowledged.clear();
    scene.database.recover(first.name);
    await scene.until('it leads', () => scene.leads(first));
    await scene.recover();
    leader.start();
    await scene.until('it is apart', () => /holds another chain/.test(String(leader.refusal)));
    await scene.recover();
    // The member knows of ledgers that are lost.
    first.kill();
    await scene.until('another member leads', () => scene.leads(others[1]!));
  });

  test('a lost tail whose only holder is replaced by a node with its name and an empty disk', async () => {
    const { leader, others } = await openScene();
    for (const one of others) one.isCutOff = true;
    await scene.pay(leader);
    await scene.pass(3_000);
    const { lastServed } = scene;
    leader.kill();
    for (const one of others) one.isCutOff = false;
    scene.database.promoteStandby(3_500);
    const second = scene.add('second', leader.name);
    second.start();
    await scene.pass(15_000);
    assert.match(String(second.refusal), /waits for more ledgers of the earlier node of this name/);
    assert.equal(scene.lastServed, lastServed, 'no ledgers are made on less than was served');
    second.kill();
    leader.start();
    await scene.recover();
  });

  test('a lost tail that a restarted member keeps for its leader: its first report has it', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    const [keeper, other] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
    scene.network.part(leader.address, other.address);
    await scene.pass(3_000);
    const last = scene.lastServed + 1;
    const hasReported = () => scene.database.members().some(({ id, isHere }) => id === keeper.name && isHere);
    scene.onServed = (ledgerIndex, place) => {
      if (ledgerIndex !== last || place !== leader.place) return;
      scene.onServed = () => {};
      leader.kill();
      keeper.kill();
      scene.database.promoteStandby(1_500);
      scene.outcomeOf = (at, call) => {
        if (at !== keeper.place) return {};
        const isRefused = call === 'lease.take' || (call === 'members.report' && hasReported());
        return isRefused ? { ending: 'refused' } : {};
      };
      keeper.start();
    };
    await scene.pass(8_000);
    assert.ok(hasReported());
    scene.outcomeOf = () => ({});
    leader.start();
    await scene.recover();
  });

  test('a lost tail together with its leader, where one other member acknowledges', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    await scene.pass(3_000);
    for (let payment = 0; payment < 3; payment++) await scene.pay(leader);
    await scene.pass(1_200);
    await scene.pay(leader);
    leader.kill();
    scene.database.promoteStandby(4_000);
    await scene.recover();
  });

  test('the loss of the members that should acknowledge: nothing counts until they are back', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 2 }, 'one', 'two', 'three');
    const follower = await scene.follower();
    follower.kill();
    await scene.pass(2_000);
    const { lastServed } = scene;
    await scene.pass(10_000);
    assert.ok(scene.lastServed <= lastServed + 1, `ledger ${scene.lastServed} after ${lastServed}`);
    follower.start();
    await scene.recover();
  });

  test('a lost tail with the taking of the lease: the next leader has the same epoch, and gets what a member keeps', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const former = await scene.leader();
    await Promise.all([former.leave(), scene.pass(50)]);
    await scene.until('another member leads', () => scene.machines.some((one) => scene.leads(one)));
    const leader = await scene.leader();
    const { epoch } = scene.database.lease();
    const keeper = await scene.follower();
    for (let payment = 0; payment < 3; payment++) await scene.pay(leader);
    leader.kill();
    scene.database.promoteStandby(scene.time.nowMs);
    assert.ok(scene.database.lease().epoch < epoch);
    keeper.isCutOff = true;
    former.start();
    await scene.pass(4_000);
    leader.start();
    keeper.isCutOff = false;
    scene.outcomeOf = (place, call) => (place !== former.place && call === 'lease.take' ? { ending: 'refused' } : {});
    await scene.until('the former leader leads', () => scene.leads(former));
    assert.equal(scene.database.lease().epoch, epoch);
    await scene.recover();
  });

  test('a member that takes the lead, and that no other one reaches: it waits for its first ledger no longer than for others', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    const [alone, other] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
    for (const { address } of [leader, other]) scene.network.part(alone.address, address);
    scene.outcomeOf = (place, call) => (place === other.place && call === 'lease.take' ? { ending: 'refused' } : {});
    leader.stop();
    await scene.until('it has the lease', () => scene.database.lease().holder?.id === alone.name);
    scene.outcomeOf = () => ({});
    leader.resume();
    await scene.until('another member leads', () => scene.leads(leader) || scene.leads(other), 15_000);
    for (const { address } of [leader, other]) scene.network.rejoin(alone.address, address);
    await scene.recover();
  });

  for (const acknowledge of [1, 2]) {
    test(`the stop of all members at once, where ${acknowledge} others acknowledge: each ends`, async () => {
      scene = await ClusterScene.openWith({ acknowledge }, 'one', 'two', 'three');
      const endPaying = scene.keepPaying();
      for (let delayMs = 0; delayMs < 1_000; delayMs += 180) {
        await scene.pass(2_000 + delayMs);
        let left = 0;
        for (const one of scene.machines) void one.leave().then(() => left++);
        await scene.until('all members have ended', () => left === 3, 20_000);
        for (const one of scene.machines) one.start();
        await scene.leader();
      }
      endPaying();
      await scene.recover();
    });
  }

  for (const acknowledge of [1, 2]) {
    test(`a leader that is gone before ${acknowledge} other members have its last ledger`, async () => {
      scene = await ClusterScene.openWith({ acknowledge }, 'one', 'two', 'three');
      const leader = await scene.leader();
      scene.outcomeOf = (place, call) => {
        if (place !== leader.place || call !== 'log.append') return {};
        scene.time.after(0, () => leader.kill());
        return { backMs: 1 };
      };
      await scene.until('the leader is gone', () => leader.member === undefined);
      await scene.pass(8_000);
      leader.start();
      await scene.recover();
    });
  }

  for (const isAlone of [true, false]) {
    const who = isAlone ? 'one other member keeps' : 'both other members keep';
    test(`a lost tail together with its leader: only ${who} the last ledger, and none has followed it`, async () => {
      scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
      const leader = await scene.leader();
      const [keeper, other] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
      if (isAlone) scene.network.part(leader.address, other.address);
      await scene.pass(3_000);
      const last = scene.lastServed + 1;
      scene.onServed = (ledgerIndex, place) => {
        if (ledgerIndex !== last || place !== leader.place) return;
        leader.kill();
        scene.database.promoteStandby(1_500);
        scene.onServed = () => {};
      };
      scene.outcomeOf = (place, call) => (place === keeper.place && call === 'lease.take' ? { ending: 'refused' } : {});
      await scene.until('the leader is gone', () => leader.member === undefined);
      assert.ok(scene.database.range()!.last.ledgerIndex < last);
      if (isAlone) {
        await scene.pass(8_000);
        assert.equal(scene.lastServed, last);
        scene.outcomeOf = () => ({});
      }
      await scene.until('another member leads', () => scene.leads(keeper) || scene.leads(other));
      if (isAlone) scene.network.rejoin(leader.address, other.address);
      leader.start();
      await scene.recover();
    });
  }

  test('members that cannot read a ledger when the leader waits for them: they keep it later', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 2 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    scene.outcomeOf = (place, call) => (place !== leader.place && call === 'log.read' ? { ending: 'refused' } : {});
    await scene.pass(2_500);
    scene.outcomeOf = () => ({});
    await scene.recover();
    assert.ok(scene.leads(leader));
  });

  test('a submission that waits for other members when the lead ends: its outcome is not known, and it is not lost', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    const others = scene.machines.filter((one) => one !== leader);
    await scene.pass(2_000);
    for (const { address } of others) scene.network.part(leader.address, address);
    const payment = scene.nextPayment();
    const answer = scene.submit(leader, payment);
    await scene.until('its lead ends', () => !scene.leads(leader));
    for (const { address } of others) scene.network.rejoin(leader.address, address);
    const given = await answer;
    assert.match(String(given.error_message), /Whether the request took effect is not known/);
    scene.acknowledged.add(payment.id);
    await scene.recover();
  });

  test('a durable submission that no other member has yet, and that its sender repeats at the next leader', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    await scene.pass(4_000);
    scene.outcomeOf = (place, call) => {
      if (place !== leader.place || call !== 'submissions.add') return {};
      scene.time.after(0, () => leader.kill());
      return { backMs: 1 };
    };
    const payment = scene.nextPayment();
    const first = leader.ask('submit', { tx_blob: payment.blob });
    await Promise.all([assert.rejects(first, { name: 'NoAnswerError' }), scene.pass(15)]);
    const next = await scene.leader();
    assert.equal((await scene.submit(next, payment)).engine_result, 'tesSUCCESS');
    scene.acknowledged.add(payment.id);
    next.kill();
    scene.database.promoteStandby(6_000);
    assert.deepEqual(scene.database.submissions(), []);
    leader.start();
    await scene.recover();
  });

  test('a new leader that waits for members that cannot reach it: it releases the lease', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    const leader = await scene.leader();
    const [next, last] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
    await scene.pass(2_000);
    for (const { address } of [leader, last]) scene.network.part(next.address, address);
    scene.outcomeOf = (place, call) => {
      if (place !== next.place && call === 'lease.take') return { ending: 'refused' };
      if (place === leader.place && call === 'submissions.add') scene.time.after(0, () => leader.kill());
      return { backMs: 1 };
    };
    const payment = scene.nextPayment();
    const first = leader.ask('submit', { tx_blob: payment.blob });
    await Promise.all([assert.rejects(first, { name: 'NoAnswerError' }), scene.pass(15)]);
    leader.start();
    await scene.until('the next one has the lease', () => scene.database.lease().holder?.id === next.name);
    scene.outcomeOf = () => ({});
    await scene.until('another member leads', () => scene.leads(last) || scene.leads(leader), 15_000);
    assert.equal((await scene.submit(last, payment)).engine_result, 'tesSUCCESS');
    scene.acknowledged.add(payment.id);
    for (const { address } of [leader, last]) scene.network.rejoin(next.address, address);
    await scene.recover();
  });

  test('a lost taking of the lease: two members that believe to lead with one epoch', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    const first = await scene.leader();
    const others = scene.machines.filter((one) => one !== first);
    const [, last] = others as [typeof first, typeof first];
    first.stop();
    await scene.until('another member leads', () => others.some((one) => scene.leads(one)));
    const second = others.find((one) => scene.leads(one))!;
    const third = second === last ? others[0]! : last;
    second.isCutOff = true;
    scene.database.promoteStandby(1_500);
    await scene.until('the third leads', () => scene.leads(third) || scene.machines.every((one) => !scene.leads(one)));
    second.isCutOff = false;
    first.resume();
    await scene.recover();
    const { epoch } = scene.database.lease();
    await scene.pass(10_000);
    assert.equal(scene.database.lease().epoch, epoch, 'the lead does not move');
  });

  test('a lost taking of the lease that members know of: the next epoch is above it', async () => {
    const { leader } = await openScene();
    await Promise.all([leader.leave(), scene.pass(2_000)]);
    leader.start();
    await scene.pass(2_000);
    const { epoch } = scene.database.lease();
    scene.database.promoteStandby(6_000);
    assert.ok(scene.database.lease().epoch < epoch);
    await scene.recover();
    assert.ok(scene.database.lease().epoch > epoch);
  });

  test('a stalled synchronous standby that is promoted: a ledger is shown, and then gone', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    scene.database.isReplicated = true;
    await scene.pass(2_000);
    await scene.pay(await scene.leader());
    const away = await scene.follower();
    const others = scene.machines.filter((one) => one !== away);
    const before = scene.database.range()!.last.ledgerIndex;
    scene.outcomeOf = (_place, call) => {
      if (call === 'log.append') scene.database.stallStandby();
      return {};
    };
    await scene.pass(1_500);
    scene.outcomeOf = () => ({});
    away.isCutOff = true;
    scene.database.restartStalled();
    assert.equal(scene.database.range()!.last.ledgerIndex, before + 1);
    // Ledgers that are closed later have other close times, and so other hashes.
    await scene.pass(25_000);
    scene.database.promoteStalled();
    assert.equal(scene.database.range()!.last.ledgerIndex, before);
    // The other members come back after this member has led.
    for (const one of others) one.kill();
    away.isCutOff = false;
    await scene.until('it leads', () => scene.leads(away));
    await scene.pass(3_000);
    for (const one of others) one.start();
    await scene.recover();
  });

  test('two members with one name: the second one does not start', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    const second = scene.add('four', (await scene.leader()).name);
    second.start();
    await scene.until('it is refused', () => second.refusal !== undefined);
    assert.match(second.refusal!, /another running node of the cluster has the name/);
    await scene.pass(10_000);
    assert.equal(scene.database.lease().epoch, 2);
    assert.equal(second.member, undefined);
    second.kill();
    await scene.recover();
  });

  test('two members with one name, where the first one stood still', async () => {
    const { leader } = await openScene();
    leader.stop();
    const second = scene.add('four', leader.name);
    await scene.pass(4_000);
    second.start();
    await scene.until('the second one joins', () => second.member !== undefined);
    leader.resume();
    await scene.recover();
    const { epoch } = scene.database.lease();
    await scene.pass(20_000);
    assert.equal(scene.database.lease().epoch, epoch, 'the lead does not move');
    assert.match(String(leader.member!.cluster.problem()), /another running node has the name/);
  });

  test('two members with one name: the one whose reports are refused does not take the lead', async () => {
    scene = await ClusterScene.open('one');
    const first = await scene.leader();
    first.stop();
    await scene.pass(4_000);
    const second = scene.add('two', first.name);
    second.start();
    await scene.until('the second one leads', () => scene.leads(second));
    first.resume();
    await scene.until('the first one is refused', () => /the name one/.test(String(first.member!.cluster.problem())));
    second.stop();
    scene.database.recover(first.name);
    await scene.pass(1_500);
    assert.equal(scene.leads(first), false);
    await scene.until('the name is free', () => scene.leads(first), 3_000);
  });

  test('a leader that the others cannot reach', async () => {
    const { leader } = await openScene();
    for (const { address } of scene.machines)
      if (address !== leader.address) scene.network.part(leader.address, address);
    await scene.until('its lead ends', () => !scene.leads(leader));
    await scene.pass(100);
    assert.notEqual(scene.database.lease().holder?.id, leader.name);
    await scene.until('another member leads', () => scene.machines.some((one) => one !== leader && scene.leads(one)));
    await scene.pay(await scene.leader());
  });

  test('another leader, while a member cannot read that and the former one runs: the member leaves the former one', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    const leader = await scene.leader();
    const [away, next] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
    away.isCutOff = true;
    leader.isCutOff = true;
    await scene.until('another member leads', () => scene.leads(next));
    leader.isCutOff = false;
    await scene.pass(2_000);
    away.isCutOff = false;
    await scene.pass(1_000);
    await scene.pay(away);
    await scene.recover();
  });

  test('a server that loses its last commits and does not show that: the leader writes them again', async () => {
    scene = await ClusterScene.open('one', 'two', 'three');
    await scene.pay(await scene.leader());
    await scene.pass(2_500);
    let isLost = false;
    scene.outcomeOf = (_place, call) => {
      if (call !== 'log.append' || isLost) return {};
      isLost = true;
      scene.time.after(0, () => scene.database.forget(1));
      return {};
    };
    await scene.until('an append is lost', () => isLost);
    await scene.recover();
  });

  test('a server that loses a ledger before other members keep it, and does not show that: the lead ends', async () => {
    scene = await ClusterScene.openWith({ acknowledge: 1 }, 'one', 'two', 'three');
    await scene.pay(await scene.leader());
    await scene.pass(2_500);
    let isLost = false;
    scene.outcomeOf = (_place, call) => {
      if (call === 'log.read' && !isLost) return { ending: 'refused' };
      if (call !== 'log.append' || isLost) return {};
      scene.time.after(0, () => {
        scene.database.forget(1);
        isLost = true;
      });
      return {};
    };
    await scene.until('an append is lost', () => isLost);
    await scene.recover();
  });

  test('a leader that one member cannot reach, and then a leader without other members: it stays', async () => {
    const { leader } = await openScene();
    const [first, second] = scene.machines.filter((one) => one !== leader) as [typeof leader, typeof leader];
    const { epoch } = scene.database.lease();
    scene.network.part(leader.address, first.address);
    await scene.pass(15_000);
    scene.network.part(leader.address, second.address);
    await scene.pass(3_500);
    for (const one of [first, second]) one.kill();
    await scene.pass(15_000);
    assert.deepEqual([scene.database.lease().epoch, scene.leads(leader)], [epoch, true]);
  });

  test('two members that cannot reach each other: the lead moves less and less often', async () => {
    scene = await ClusterScene.open('one', 'two');
    scene.network.part('one:7000', 'two:7000');
    const epochs: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      const { epoch } = scene.database.lease();
      await scene.pass(60_000);
      epochs.push(scene.database.lease().epoch - epoch);
    }
    assert.ok(epochs[3]! < epochs[0]! / 2, JSON.stringify(epochs));
  });

  test("a database's clock that is set back when the leader is gone", async () => {
    const { leader } = await openScene();
    leader.kill();
    scene.database.setClock(-60_000);
    await scene.until('another member leads', () => scene.machines.some((one) => scene.leads(one)), 6_000);
    await scene.recover();
  });
});
