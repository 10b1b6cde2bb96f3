/** Force layout of a graph of accounts, with the centre fixed. Deterministic. */

const TICKS = 240;
const NODE_ROOM = 30;

/**
 * Positions by address. Accounts in `before` start at their old positions, so that they move little when the graph
 * grows.
 */
export function layOut(d3, { nodes, edges }, middle, { width, height, margin }, before) {
  const [cx, cy] = [width / 2, height / 2];
  const points = [...nodes.keys()].map((address, at) => startOf(address, at, before, cx, cy));
  const center = points.find(({ id }) => id === middle);
  Object.assign(center, { fx: cx, fy: cy });
  const links = [...edges.values()].map(({ one, other }) => ({ source: one, target: other }));
  d3.forceSimulation(points)
    .force(
      'link',
      d3
        .forceLink(links)
        .id(({ id }) => id)
        .distance(Math.min(width, height) / 2.6),
    )
    .force('apart', d3.forceManyBody().strength(-900))
    .force('collide', d3.forceCollide(NODE_ROOM))
    .force('x', d3.forceX(cx).strength(0.03))
    .force('y', d3.forceY(cy).strength((0.05 * width) / height))
    .stop()
    .tick(TICKS);
  const within = (value, most) => Math.round(Math.max(margin, Math.min(most - margin, value)));
  return new Map(points.map(({ id, x, y }) => [id, { x: within(x, width), y: within(y, height) }]));
}

/** Around the centre, at different angles. */
function startOf(id, at, before, cx, cy) {
  const known = before?.get(id);
  if (known !== undefined) return { id, ...known };
  const angle = at * 2.399963;
  return { id, x: cx + 40 * Math.sqrt(at) * Math.cos(angle), y: cy + 40 * Math.sqrt(at) * Math.sin(angle) };
}
