"""A test bench in a container: ledgers close when `ledger_accept` is called, and the clock moves by `weir_clock`."""

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy

PORT = 5005
COMMAND = "start --ephemeral --dev --manual --host=0.0.0.0 --allow-remote-admin --allow-remote-test-bench"


class WeirContainer(DockerContainer):
    """The default is the image of `examples/containers/Dockerfile`, built as `weir`."""

    def __init__(self, image: str = "weir") -> None:
        super().__init__(image)
        self.with_exposed_ports(PORT)
        self.with_command(COMMAND)
        self.waiting_for(HttpWaitStrategy(PORT, "/health").for_status_code(200))

    @property
    def url(self) -> str:
        """The address of the server, for xrpl-py."""
        return f"http://{self.get_container_host_ip()}:{self.get_exposed_port(PORT)}"
