/** Which version of the API a request speaks (rippled: ApiVersion.h, getAPIVersionNumber). */
import type { JsonObject } from '../../protocol/values.ts';
import type { ApiVersion } from '../../rpc/method/context.ts';

/** 1 unless `api_version` says otherwise; undefined if that names no version there is. */
export function parseApiVersion(params: JsonObject): ApiVersion | undefined {
  const version = params.api_version;
  if (version === undefined) return 1;
  return version === 1 || version === 2 ? version : undefined;
}
