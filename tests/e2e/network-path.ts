/** The media path between browsers: UDP forwarders on this machine, which a test can cut. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** One forwarder per address of a browser. It has a socket for each sender, like a router with address translation. */
export class NetworkPath {
  readonly #ports = new Map<string, Promise<number>>();
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  /** Returns the port, at the same address, that forwards to a browser's port. */
  portTo(address: string, port: number): Promise<number> {
    const key = `${address} ${port}`;
    const known = this.#ports.get(key) ?? this.#forwardTo(address, port);
    this.#ports.set(key, known);
    return known;
  }

  /** Drops every packet for that long, and until the pages have noticed it. */
  async cutFor(milliseconds: number, hasNoticed: () => Promise<void>): Promise<void> {
    this.#isCut = true;
    await Promise.all([new Promise((resolve) => setTimeout(resolve, milliseconds)), hasNoticed()]);
    this.#isCut = false;
  }

  close() {
    for (const socket of this.#sockets) socket.close();
    this.#sockets.clear();
  }

  async #open(address: string): Promise<Socket> {
    const socket = createSocket('udp4');
    this.#sockets.add(socket);
    socket.bind(0, address);
    await once(socket, 'listening');
    return socket;
  }

  async #forwardTo(address: string, port: number): Promise<number> {
    const front = await this.#open(address);
    const backs = new Map<string, Promise<Socket>>();
    const backOf = async (senderAddress: string, senderPort: number): Promise<Socket> => {
      const back = await this.#open(address);
      back.on('message', (packet) => {
        if (!this.#isCut) front.send(packet, senderPort, senderAddress);
      });
      return back;
    };
    front.on('message', (packet, sender) => {
      if (this.#isCut) return;
      const key = `${sender.address} ${sender.port}`;
      const back = backs.get(key) ?? backOf(sender.address, sender.port);
      backs.set(key, back);
      void back.then((socket) => this.#sockets.has(socket) && socket.send(packet, port, address));
    });
    return front.address().port;
  }
}
