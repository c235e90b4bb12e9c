/** Which pages may send requests to this machine. Elsewhere the browser blocks them and says so in the console. */

const LOOPBACK_HOSTS = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/;

/** Whether a page itself comes from this machine. */
export function isLoopbackPage({ protocol, hostname }: Location): boolean {
  return /^https?:$/.test(protocol) && LOOPBACK_HOSTS.test(hostname);
}
